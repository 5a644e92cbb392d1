package cal.simulation.internal.schedule;

import java.util.concurrent.locks.LockSupport;

/**
 * A machine that can crash: the threads that it has started, and all that these start. Threads of
 * no machine, as those of a test, never crash. Used by the threads of one run.
 */
public final class Machine {
  /** No crash by the number of events. */
  public static final long NEVER = Long.MAX_VALUE;

  private final Runnable told;
  private final long last;
  private long events;
  private boolean gone;

  /**
   * A machine.
   *
   * @param last the number of the event that is a crash: of steps of its threads and of its calls
   *     for files; or {@link #NEVER}
   * @param told of the crash, at once; calls {@link Simulation#forgetGone}
   */
  public Machine(long last, Runnable told) {
    this.last = last;
    this.told = told;
  }

  /** Whether the machine has crashed. */
  public boolean isGone() {
    return gone;
  }

  /** Returns the number of events so far. */
  public long events() {
    return events;
  }

  /** No thread of the machine goes on, but the running thread until {@link #event}. */
  public void crash() {
    if (!gone) {
      gone = true;
      told.run();
    }
  }

  /** Before an event; whether the machine crashes here. */
  boolean crashes() {
    if (++events == last) {
      crash();
    }
    return gone;
  }

  /** An event of the running thread, which does not return where the machine crashes. */
  public void event() {
    while (crashes()) {
      LockSupport.park(this);
      boolean unused = Thread.interrupted();
    }
  }
}
