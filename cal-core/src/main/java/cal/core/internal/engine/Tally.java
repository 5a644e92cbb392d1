package cal.core.internal.engine;

import cal.core.internal.engine.StagedActivity.Life;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of a stage, but for what its workers count themselves. Thread-safe.
 *
 * <p>The counts of an activity's end need no memory, so that its end cannot fail.
 */
public final class Tally {
  /** Activities in flight that the JVM does not wait for. */
  private final AtomicInteger daemons = new AtomicInteger();

  /** Activities in flight that a drain does not wait for, daemons among them. */
  private final AtomicInteger unawaited = new AtomicInteger();

  private final LongAdder inPlace = new LongAdder();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();

  /** Counts a call that proceeds in its caller. */
  void inPlace() {
    inPlace.increment();
  }

  /** Adds what a worker has counted that goes. */
  void add(AttachedThread worker) {
    completed.addAndGet(worker.completed());
  }

  void refused() {
    rejected.incrementAndGet();
  }

  /** What never began was not completed: a drain has refused it after its admission. */
  void ended(StagedActivity activity, AttachedThread worker, boolean normally) {
    if (!activity.begun()) {
      refused();
    } else if (!normally) {
      failed.incrementAndGet();
    } else if (worker == null) {
      completed.incrementAndGet();
    } else {
      worker.countCompleted();
    }
  }

  void admitted(Life life) {
    count(life, 1);
  }

  void left(Life life) {
    count(life, -1);
  }

  private void count(Life life, int change) {
    if (life == Life.AWAITED) {
      return;
    }
    unawaited.addAndGet(change);
    if (life == Life.DAEMON) {
      daemons.addAndGet(change);
    }
  }

  int daemons() {
    return daemons.get();
  }

  int unawaited() {
    return unawaited.get();
  }

  long completed() {
    return completed.get() + inPlace.sum();
  }

  long failed() {
    return failed.get();
  }

  long rejected() {
    return rejected.get();
  }
}
