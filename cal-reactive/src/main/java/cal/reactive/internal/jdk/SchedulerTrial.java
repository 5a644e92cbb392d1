package cal.reactive.internal.jdk;

import cal.core.internal.support.CalThread;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * Tries whether a virtual thread stays with its given scheduler: names inside the JDK may stay when
 * their meaning changes, and then activities would leave their loops without a word. Takes a
 * platform thread, and a millisecond at most. For a single trial.
 */
public final class SchedulerTrial implements Executor {
  /** Bounds a JDK that blocks instead of going on. */
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();
  private final BiFunction<Executor, Runnable, Thread> threads;

  /** Of the trial, unless told otherwise. */
  private volatile String fault = "its virtual threads block their scheduler";

  /** The machine was short of memory, which says nothing about the JDK. */
  private volatile OutOfMemoryError passing;

  private int steps;
  private boolean carried;

  private SchedulerTrial(BiFunction<Executor, Runnable, Thread> threads) {
    this.threads = threads;
  }

  /**
   * The reason against virtual threads with a scheduler of their own; empty if possible. Tries, for
   * about a millisecond.
   */
  public static Optional<String> missing() {
    return JdkThreads.missing()
        .or(
            () ->
                fault((scheduler, body) -> JdkThreads.unstarted(scheduler, "cal-trial", body))
                    .map(JdkThreads::unknown));
  }

  /**
   * Tries.
   *
   * @param threads makes an unstarted virtual thread of a scheduler
   * @return the way of the thread elsewhere; empty if the thread stays
   * @throws OutOfMemoryError if there was no memory to find out
   */
  static Optional<String> fault(BiFunction<Executor, Runnable, Thread> threads) {
    SchedulerTrial trial = new SchedulerTrial(threads);
    Thread scheduler = CalThread.ofTask("cal-trial", trial::run);
    scheduler.start();
    try {
      scheduler.join(DEADLINE);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    if (trial.passing != null) {
      throw trial.passing;
    }
    return Optional.ofNullable(trial.fault);
  }

  private void run() {
    try {
      fault = tried();
    } catch (OutOfMemoryError shortage) {
      passing = shortage;
    } catch (RuntimeException | Error failure) {
      fault = "its virtual threads fail on a scheduler of their own: " + failure;
    }
  }

  /** Returns null if all is right. */
  private String tried() {
    Thread thread = threads.apply(this, this::body);
    thread.start();
    if (take() != 1 || steps != 1) {
      return "a virtual thread that is started does not run on its scheduler";
    }
    if (!carried) {
      return "a virtual thread does not know the thread that carries it";
    }
    LockSupport.unpark(thread);
    if (take() != 2 || steps != 3) {
      return "a virtual thread that is unparked, pinned or yields leaves its scheduler";
    }
    return thread.isAlive() ? "a virtual thread does not end" : null;
  }

  /** Takes a turn to park, another turn to yield, except while pinned. */
  private void body() {
    Thread carrier = JdkThreads.carrierOf(Thread.currentThread());
    carried = carrier != null && carrier.getName().equals("cal-trial");
    steps = 1;
    LockSupport.park();
    steps = 2;
    boolean pinned = JdkThreads.pin();
    Thread.yield();
    JdkThreads.unpin(pinned);
    Thread.yield();
    steps = 3;
  }

  /** Runs waiting tasks, and tells their number. */
  private int take() {
    int taken = 0;
    for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
      turn.run();
      taken++;
    }
    return taken;
  }

  @Override
  public void execute(Runnable turn) {
    turns.add(turn);
  }
}
