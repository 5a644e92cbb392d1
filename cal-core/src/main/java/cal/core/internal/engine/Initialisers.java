package cal.core.internal.engine;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.report.Hangs;
import cal.core.internal.stage.HandOff;
import cal.core.internal.stage.OpenStage;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Names, once each, class initialisers that do not go on: those that have made a hand-off, and
 * those of several threads at a time. The JVM has each other thread in need of the class wait for
 * the initialiser, the thread of the call included, and tells nobody of such a wait.
 *
 * <p>A look at the stack of each caller would cost more than a hand-off. So callers are looked at
 * after a second, once, and the thread of the call at each look from then on. So is a running step,
 * until its stack has no initialiser. For one thread.
 */
final class Initialisers {
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  /** Natives in which a thread may wait for a class; in others it waits for something else. */
  private static final Set<String> LOADING = Set.of("java.lang.Class", "jdk.internal.misc.Unsafe");

  /** A late call: the class that its caller initialises, or null; and where the call stood. */
  private record Late(String type, List<StackTraceElement> stack, boolean told) {}

  /** Stacks of running steps that a look reads at most. */
  private static final int MOST = 32;

  /**
   * A step that ran at each look since.
   *
   * @param stack at the last look; empty before the first
   * @param type the class that the stack initialises; null for none
   */
  private record Running(long steps, long since, List<StackTraceElement> stack, String type) {
    /** Whether the step is in no initialiser. */
    boolean isOther() {
      return type == null && !stack.isEmpty();
    }
  }

  /** A thread that stands in an initialiser. */
  private record Stuck(AttachedThread worker, StagedActivity activity, Running step) {}

  private final Supplier<List<OpenStage>> stages;
  private final Hangs hangs;

  /** Replaced at each look, for any thread to read. */
  private volatile IdentityHashMap<StagedActivity, Late> late = new IdentityHashMap<>();

  private IdentityHashMap<AttachedThread, Running> running = new IdentityHashMap<>();

  /** Stacks that the present look may still read. */
  private int left;

  Initialisers(Supplier<List<OpenStage>> stages, Hangs hangs) {
    this.stages = stages;
    this.hangs = hangs;
  }

  void look() {
    long now = System.nanoTime();
    lookAtCalls(now);
    lookAtSteps(now);
  }

  private void lookAtSteps(long now) {
    left = MOST;
    IdentityHashMap<AttachedThread, Running> found = new IdentityHashMap<>();
    List<Stuck> stuck = new ArrayList<>();
    for (OpenStage stage : stages.get()) {
      stage
          .attached()
          .forEachRunning(
              (worker, activity) -> {
                if (!activity.awaitingInput()
                    && worker.thread().getState() == Thread.State.RUNNABLE) {
                  Running before = running.get(worker);
                  Running step = look(worker, before, now);
                  found.put(worker, step);
                  if (stands(worker.thread(), step, before)) {
                    stuck.add(new Stuck(worker, activity, step));
                  }
                }
              });
    }
    running = found;
    Set<String> types =
        stuck.stream().map(one -> one.step().type()).collect(Collectors.toCollection(TreeSet::new));
    if (types.size() > 1) {
      tell(types, stuck);
    }
  }

  private Running look(AttachedThread worker, Running before, long now) {
    if (before == null || before.steps() != worker.steps()) {
      return new Running(worker.steps(), now, List.of(), null);
    }
    if (before.isOther()) {
      return before;
    }
    if (now - before.since() < PATIENCE_NANOS || left == 0) {
      return new Running(before.steps(), before.since(), List.of(), null);
    }
    left--;
    List<StackTraceElement> stack = List.of(worker.thread().getStackTrace());
    return new Running(before.steps(), before.since(), stack, initialised(stack));
  }

  private static boolean stands(Thread thread, Running step, Running before) {
    return before != null
        && step.type() != null
        && step.stack().equals(before.stack())
        && waits(thread, step.stack());
  }

  private void tell(Set<String> types, List<Stuck> stuck) {
    StringBuilder text =
        new StringBuilder("threads stand in class initialisers, for good where one needs the class")
            .append(" of another");
    StringBuilder stacks = new StringBuilder();
    String between = ": ";
    for (Stuck one : stuck) {
      Thread thread = one.worker().thread();
      text.append(between)
          .append(
              "%s on %s, in the initialiser of %s"
                  .formatted(one.activity(), thread.getName(), one.step().type()));
      between = "; ";
      stacks.append(Hangs.stack(thread.getName(), one.step().stack()));
    }
    hangs.tell(
        Level.ERROR,
        types,
        text.append("; have one of the classes loaded at start-up").toString(),
        stacks.toString(),
        stuck.getFirst().step().since(),
        () -> stuck.stream().allMatch(one -> one.worker().steps() == one.step().steps()));
  }

  private void lookAtCalls(long now) {
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

  private Late look(HandOff call, Thread thread, Late before) {
    String type =
        before == null ? initialised(List.of(call.waitingThread().getStackTrace())) : before.type();
    if (type == null || thread == call.waitingThread() || (before != null && before.told())) {
      return new Late(type, List.of(), true);
    }
    List<StackTraceElement> stack = List.of(thread.getStackTrace());
    boolean stands = before != null && stack.equals(before.stack()) && waits(thread, stack);
    if (stands) {
      tell(call, thread, type, stack);
    }
    return new Late(type, stack, stands);
  }

  private static String initialised(List<StackTraceElement> stack) {
    return stack.stream()
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

  private void tell(HandOff call, Thread thread, String type, List<StackTraceElement> stack) {
    String stage = call.stage().name();
    hangs.tell(
        Level.ERROR,
        call,
        "stage="
            + stage
            + ": a call made by the initialiser of "
            + type
            + " does not go on, at "
            + stack.getFirst()
            + " on "
            + thread.getName()
            + "; where the call needs that class, both wait for each other, for good: make the call"
            + " after the initialiser, or set cal.stage."
            + stage
            + ".model=sequential",
        Hangs.stack(thread.getName(), stack) + Hangs.stack(call.waitingThread()),
        call.since(),
        () -> late.containsKey(call));
  }
}
