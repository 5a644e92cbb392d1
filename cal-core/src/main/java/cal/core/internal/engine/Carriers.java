package cal.core.internal.engine;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.report.Hangs;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.CalThread;
import java.lang.System.Logger.Level;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Names steps that keep a carrier of virtual threads from others, and has the JDK run another
 * carrier where all are kept. JDK 25 does so by itself for waits for files alone.
 *
 * <pre>
 *   threads wait, no carrier has taken a task --&gt; all carriers kept by a step for 6 ms of CPU time
 *                                                      '--&gt; one more, until unneeded for a second
 *   a step on its carrier at each look for 100 ms --&gt; named with its stack, once a place
 * </pre>
 *
 * <p>A wait for a core keeps nothing: another carrier would have to wait as well.
 *
 * <p>Thread-safe: the thread of the looks is made at need, and ends with the last activity.
 */
final class Carriers {
  /** Whether the number of carriers has a bound of its own, as in a simulation. */
  private static final boolean BOUNDED =
      System.getProperty("jdk.virtualThreadScheduler.maxPoolSize") != null;

  private static final long MILLI = 1_000_000L;

  /** Between two looks at a pool with work; without, looks are seldom. */
  private static final long BUSY_NANOS = 3 * MILLI;

  private static final long QUIET_NANOS = 20 * MILLI;

  /** Between two looks at all workers; or 99 times as long as such a look takes. */
  private static final long SCAN_NANOS = 48 * MILLI;

  private static final int PAUSES = 99;

  /** The CPU time of a step that keeps its carrier. */
  private static final long WORK_NANOS = 6 * MILLI;

  /** The time of a step that keeps its carrier, by a wait for a class for example. */
  private static final long LONG_NANOS = 50 * MILLI;

  /** So many looks in a row at threads that wait tell of carriers kept by other threads. */
  private static final int STUCK_LOOKS = 33;

  private static final long NAMED_NANOS = 100 * MILLI;

  /** The same for a step without CPU time, in a wait for a core perhaps. */
  private static final long PATIENT_NANOS = 1000 * MILLI;

  private static final long CALM_NANOS = 1000 * MILLI;

  /** A step on a carrier, since a look. */
  private static final class Kept {
    private final StagedActivity activity;
    private final long steps;
    private final String carrier;
    private final long since;
    private final long cpuNanos;

    /** Null before it was told of. */
    private Level told;

    Kept(
        AttachedThread worker, StagedActivity activity, String carrier, long since, long cpuNanos) {
      this.activity = activity;
      this.steps = worker.steps();
      this.carrier = carrier;
      this.since = since;
      this.cpuNanos = cpuNanos;
    }

    boolean lasts(AttachedThread worker) {
      return worker.running() == activity
          && worker.steps() == steps
          && carrier.equals(ThreadProbe.carrier(worker.thread()));
    }
  }

  private final Supplier<List<OpenStage>> stages;
  private final Hangs hangs;
  private final AtomicReference<Thread> thread = new AtomicReference<>();

  /** The next fields are those of the thread. */
  private final JdkCarriers carriers = new JdkCarriers();

  private final IdentityHashMap<AttachedThread, Kept> kept = new IdentityHashMap<>();
  private long lookedAt = System.nanoTime();
  private long scanDue;
  private long reliefAt;

  Carriers(Supplier<List<OpenStage>> stages, Hangs hangs) {
    this.stages = stages;
    this.hangs = hangs;
  }

  /** Has a thread look while activities have virtual threads of the JDK. */
  void ensure() {
    if (!BOUNDED && thread.get() == null && anyInFlight()) {
      Thread looks = CalThread.ofRounds("cal-carriers", this::round);
      if (thread.compareAndSet(null, looks)) {
        try {
          looks.start();
        } catch (Throwable none) {
          thread.set(null);
          throw none;
        }
      }
    }
  }

  private boolean anyInFlight() {
    return stages.get().stream().anyMatch(stage -> stage.inFlight() > 0 && isVirtual(stage));
  }

  private static boolean isVirtual(OpenStage stage) {
    return !stage.inPlace() && !stage.onEventLoop() && !stage.model().hasOwnThreads(stage);
  }

  private boolean round() {
    LockSupport.parkNanos(this, carriers.isIdle() ? QUIET_NANOS : BUSY_NANOS);
    look(System.nanoTime());
    if (anyInFlight()) {
      return true;
    }
    carriers.keep(0);
    kept.clear();
    thread.set(null);
    return false; // the keeper makes another at need
  }

  private void look(long now) {
    carriers.look();
    if (now - lookedAt > NAMED_NANOS) {
      kept.clear(); // a paused process has kept nothing
    }
    lookedAt = now;
    kept.entrySet().removeIf(one -> !one.getValue().lasts(one.getKey()));
    boolean stuck = carriers.stuckLooks() > 0;
    if (now - scanDue >= 0) {
      scan(now, stuck && kept.size() < carriers.active());
      long end = System.nanoTime();
      scanDue = end + Math.max(stuck ? BUSY_NANOS : SCAN_NANOS, (end - now) * PAUSES);
    }
    int worth = (int) kept.values().stream().filter(one -> isWorthAnother(one, now)).count();
    boolean all = worth >= carriers.active() || carriers.stuckLooks() >= STUCK_LOOKS;
    if (stuck && worth > 0 && all) {
      carriers.relieve();
      reliefAt = now;
    } else if (worth >= carriers.more()) {
      reliefAt = now;
    } else if (now - reliefAt >= CALM_NANOS) {
      carriers.keep(worth);
    }
    kept.forEach((worker, one) -> tell(worker, one, now));
  }

  private boolean isWorthAnother(Kept one, long now) {
    return now - one.since >= LONG_NANOS
        || carriers.cpuNanos(one.carrier) - one.cpuNanos >= WORK_NANOS;
  }

  /**
   * Notes the steps on carriers.
   *
   * @param pinned whether to look for threads that wait there, too
   */
  private void scan(long now, boolean pinned) {
    for (OpenStage stage : stages.get()) {
      if (isVirtual(stage)) {
        stage
            .attached()
            .forEachRunning(
                (worker, activity) -> {
                  if (pinned || worker.thread().getState() == Thread.State.RUNNABLE) {
                    note(worker, activity, now);
                  }
                });
      }
    }
  }

  private void note(AttachedThread worker, StagedActivity activity, long now) {
    String carrier = ThreadProbe.carrier(worker.thread());
    if (carrier != null) {
      kept.computeIfAbsent(
          worker, absent -> new Kept(worker, activity, carrier, now, carriers.cpuNanos(carrier)));
    }
  }

  private boolean isToBeNamed(Kept one, long now) {
    long nanos = now - one.since;
    return nanos >= PATIENT_NANOS
        || (nanos >= NAMED_NANOS
            && carriers.cpuNanos(one.carrier) - one.cpuNanos >= NAMED_NANOS / 2);
  }

  private void tell(AttachedThread worker, Kept one, long now) {
    // While nobody waits for a carrier, a start-up that loads classes is no warning.
    Level level = carriers.stuckLooks() > 0 ? Level.WARNING : Level.INFO;
    if (one.told == level || one.told == Level.WARNING || !isToBeNamed(one, now)) {
      return;
    }
    one.told = level;
    StackTraceElement[] stack = worker.thread().getStackTrace();
    String name = worker.thread().getName();
    hangs.tell(
        level,
        List.of("carrier", worker.stageName(), Hangs.place(stack)),
        "%s has been kept for %d ms by stage=%s activity=%s (%s); others go on where another"
                .formatted(
                    one.carrier,
                    TimeUnit.NANOSECONDS.toMillis(now - one.since),
                    worker.stageName(),
                    one.activity,
                    name)
            + " carrier is free, or is made: hand computation, file I/O and class initialisers"
            + " off (captureHandOff) to a stage with a pool, executor-pool for example",
        Hangs.stack(name, List.of(stack)),
        one.since,
        () -> one.lasts(worker));
  }
}
