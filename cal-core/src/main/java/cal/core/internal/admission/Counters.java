package cal.core.internal.admission;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of a stage, but for what its workers count themselves. Thread-safe.
 *
 * <p>The counts of an activity's end need no memory, so that its end cannot fail.
 */
public final class Counters {
  /** Activities in flight without a wait of the JVM. */
  private final AtomicInteger daemons = new AtomicInteger();

  /** Activities in flight without a wait of a drain, daemons among them. */
  private final AtomicInteger unawaited = new AtomicInteger();

  private final LongAdder inPlace = new LongAdder();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final LongAdder shed = new LongAdder();

  /** Counts a call in its caller. */
  public void addInPlace() {
    inPlace.increment();
  }

  /** Counts normal ends, where no worker counts. */
  public void addCompleted(long number) {
    completed.addAndGet(number);
  }

  /** Counts the steps of a worker, at its end. */
  public void addSteps(long number) {
    steps.addAndGet(number);
  }

  public void addFailed() {
    failed.incrementAndGet();
  }

  public void addRefused() {
    rejected.incrementAndGet();
  }

  /** Counts a step that the server has refused in place. */
  public void addShed() {
    shed.increment();
  }

  /**
   * Counts activities in flight that a drain does not wait for.
   *
   * @param change how many more, or fewer
   * @param daemon whether the JVM does not wait for them either
   */
  public void addUnawaited(int change, boolean daemon) {
    unawaited.addAndGet(change);
    if (daemon) {
      daemons.addAndGet(change);
    }
  }

  public int daemons() {
    return daemons.get();
  }

  public int unawaited() {
    return unawaited.get();
  }

  long completed() {
    return completed.get() + inPlace.sum();
  }

  /** Calls in their caller are a step each. */
  long steps() {
    return steps.get() + inPlace.sum();
  }

  long failed() {
    return failed.get();
  }

  long rejected() {
    return rejected.get();
  }

  long shed() {
    return shed.sum();
  }
}
