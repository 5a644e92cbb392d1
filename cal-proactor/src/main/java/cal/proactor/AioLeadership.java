package cal.proactor;

import cal.proactor.internal.concurrent.Failures;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Which thread calls the device of a processor. A single thread at a time leads, and alone calls
 * the device. Any thread starts and cancels: such a thread leads for a moment where nobody does,
 * and leaves a note to the leader otherwise. {@link AioConfig.Start} has the exceptions.
 * Thread-safe, without a lock.
 */
final class AioLeadership {
  private final AioConfig.Start starter;
  private final AioPlan plan;
  private final AioDevice device;
  private final LongSupplier patience;
  private final Runnable wakeOther;

  private final AtomicBoolean led = new AtomicBoolean();
  private final AtomicBoolean starting = new AtomicBoolean();
  private final AtomicBoolean asleep = new AtomicBoolean();

  /** The leader that dispatches afterwards; null for a leader of a moment. */
  private volatile Thread waiter;

  private volatile boolean closed;

  /**
   * Has no leader yet.
   *
   * @param patience how long the leader may wait at most, asked before each wait
   * @param wakeOther wakes a thread that can lead
   */
  AioLeadership(
      AioConfig.Start starter,
      AioPlan plan,
      AioDevice device,
      LongSupplier patience,
      Runnable wakeOther) {
    this.starter = starter;
    this.plan = plan;
    this.device = device;
    this.patience = patience;
    this.wakeOther = wakeOther;
  }

  /** Becomes the leader; false where another is. */
  boolean acquireLeadership() {
    return led.compareAndSet(false, true);
  }

  boolean isLed() {
    return led.get();
  }

  /** Ends the leadership, after all work left for the leader. */
  void releaseLeadership() {
    led.set(false);
    while (plan.hasWork() && acquireLeadership()) {
      leadOnce();
    }
  }

  /** A failing device must not leave a gone leader. */
  private void leadOnce() {
    try {
      carryOut();
    } finally {
      led.set(false);
    }
  }

  /**
   * Has the plan carried out: by the calling thread, or by the present leader or the next. A
   * failure is not of the caller's operation, which is in the plan, and is reported.
   */
  void attend() {
    try {
      attendOnce();
    } catch (RuntimeException | Error failure) {
      Failures.report(failure);
    }
  }

  private void attendOnce() {
    if (starter == AioConfig.Start.ANY) {
      startBesideTheLeader();
    } else if ((starter != AioConfig.Start.LEADER || closed) && acquireLeadership()) {
      try {
        plan.carryOut();
      } finally {
        releaseLeadership();
        wakeOther.run();
      }
    } else if (!wakeLeader() && !isLed()) {
      wakeOther.run();
    }
  }

  /** One thread at a time starts; a thread that is late leaves its note to that thread. */
  private void startBesideTheLeader() {
    while (plan.hasWork() && starting.compareAndSet(false, true)) {
      try {
        plan.carryOut();
      } finally {
        starting.set(false);
      }
    }
    if (!isLed()) {
      wakeOther.run();
    }
  }

  private void carryOut() {
    if (starter == AioConfig.Start.ANY) {
      startBesideTheLeader();
    } else {
      plan.carryOut();
    }
  }

  /**
   * Ends the leader's present wait, by a single call of the system at most for each wait. After a
   * failure, for want of memory or stack, the next caller tries again.
   *
   * @return whether there was a wait
   */
  boolean wakeLeader() {
    if (!asleep.get() || !asleep.compareAndSet(true, false)) {
      return false;
    }
    try {
      device.interrupt();
      return true;
    } catch (RuntimeException | Error failure) {
      asleep.set(true);
      Failures.report(failure);
      return false;
    }
  }

  /**
   * Waits for completions, by the leader. The flag of the sleep comes before the last look. Other
   * threads add operations, or shut the processor, and look at the flag then.
   *
   * @param nanos to wait at most
   * @param over whether there is nothing to be waited for any more
   */
  void handleAioEvents(long nanos, BooleanSupplier over) throws IOException {
    waiter = Thread.currentThread();
    try {
      carryOut();
      asleep.set(true);
      try {
        boolean more = plan.hasWork() || over.getAsBoolean();
        device.await(more ? 0 : Math.min(nanos, patience.getAsLong()));
      } finally {
        asleep.set(false);
      }
      carryOut();
    } finally {
      waiter = null;
    }
  }

  /** Whether the calling thread leads, and dispatches afterwards. */
  boolean isWaiter() {
    return waiter == Thread.currentThread();
  }

  /** Has any thread lead from now on, and the leader look. */
  void shut() {
    closed = true;
    boolean unused = wakeLeader();
  }
}
