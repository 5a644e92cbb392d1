package cal.core.internal.engine;

import cal.core.internal.activity.StagedActivity;
import cal.core.internal.stage.HandOff;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Names, in the log and once each, hand-offs of class initialisers that do not go on. The JVM has
 * each other thread in need of the class wait for the initialiser, the thread of the call included,
 * and tells nobody of such a wait.
 *
 * <p>A look at the stack of each caller would cost more than a hand-off. So callers are looked at
 * after a second, once, and the thread of the call at each look from then on. For one thread.
 */
final class Initialisers {
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  /** Natives in which a thread may wait for a class; in others it waits for something else. */
  private static final Set<String> LOADING = Set.of("java.lang.Class", "jdk.internal.misc.Unsafe");

  /** A late call: the class that its caller initialises, or null; and where the call stood. */
  private record Late(String type, List<StackTraceElement> stack, boolean told) {}

  private final Supplier<List<OpenStage>> stages;
  private IdentityHashMap<StagedActivity, Late> late = new IdentityHashMap<>();

  Initialisers(Supplier<List<OpenStage>> stages) {
    this.stages = stages;
  }

  void look() {
    long now = System.nanoTime();
    IdentityHashMap<StagedActivity, Late> found = new IdentityHashMap<>();
    for (OpenStage stage : stages.get()) {
      stage
          .attached()
          .forEachRunning(
              (worker, activity) -> {
                if (activity instanceof HandOff call && now - call.since() > PATIENCE_NANOS) {
                  found.put(call, look(call, worker.thread(), late.get(call)));
                }
              });
    }
    late = found;
  }

  private static Late look(HandOff call, Thread thread, Late before) {
    String type = before == null ? initialised(call.waitingThread()) : before.type();
    if (type == null || thread == call.waitingThread() || (before != null && before.told())) {
      return new Late(type, List.of(), true);
    }
    List<StackTraceElement> stack = List.of(thread.getStackTrace());
    boolean stands = before != null && stack.equals(before.stack()) && waits(thread, stack);
    if (stands) {
      tell(call, thread, type, stack.getFirst());
    }
    return new Late(type, stack, stands);
  }

  private static String initialised(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .filter(frame -> frame.getMethodName().equals("<clinit>"))
        .map(StackTraceElement::getClassName)
        .findFirst()
        .orElse(null);
  }

  /** A thread that waits for a class looks as if it ran. */
  private static boolean waits(Thread thread, List<StackTraceElement> stack) {
    return !stack.isEmpty()
        && thread.getState() == Thread.State.RUNNABLE
        && (!stack.getFirst().isNativeMethod()
            || LOADING.contains(stack.getFirst().getClassName()));
  }

  private static void tell(HandOff call, Thread thread, String type, StackTraceElement at) {
    String stage = call.stage().name();
    Log.log(
        Level.ERROR,
        "stage="
            + stage
            + ": a call made by the initialiser of "
            + type
            + " does not go on, at "
            + at
            + " on "
            + thread.getName()
            + "; where the call needs that class, both wait for each other, for good: make the call"
            + " after the initialiser, or set cal.stage."
            + stage
            + ".model=sequential",
        null);
  }
}
