package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Simulation;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;

/** Threads that wait for an event of a socket. Used by the threads of one run. */
final class Waiters {
  /** No end of a wait. */
  static final long FOR_EVER = Long.MAX_VALUE;

  private final Simulation run;
  private final Deque<Thread> threads = new ArrayDeque<>();

  /** Told as well; null for none. */
  private Runnable observer;

  Waiters(Simulation run) {
    this.run = run;
  }

  /**
   * Waits once; the caller asks again whether the event has come.
   *
   * @param until a virtual time
   * @return false if the time is over
   * @throws SocketException if the thread is interrupted
   */
  boolean await(long until) throws SocketException {
    boolean inTime = pause(until);
    if (inTime && Thread.currentThread().isInterrupted()) {
      throw new SocketException("Closed by interrupt");
    }
    return inTime;
  }

  /** The same, but an interrupt only ends the wait. */
  boolean pause(long until) {
    Thread thread = Thread.currentThread();
    threads.add(thread);
    try {
      if (until == FOR_EVER) {
        LockSupport.park(this);
      } else if (until > run.now()) {
        LockSupport.parkNanos(this, until - run.now());
      } else {
        return false;
      }
    } finally {
      threads.remove(thread);
    }
    return true;
  }

  /** Has a channel told of each event. */
  void observe(Runnable channel) {
    observer = channel;
  }

  void wake() {
    threads.forEach(LockSupport::unpark);
    if (observer != null) {
      observer.run();
    }
  }
}
