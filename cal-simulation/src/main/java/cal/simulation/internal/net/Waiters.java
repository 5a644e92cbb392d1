package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Simulation;
import java.io.InterruptedIOException;
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
   * Waits once; the caller asks again whether the event has come. As with the JDK's sockets, an
   * interrupt ends the wait of a virtual thread, and not of a platform thread.
   *
   * @param until a virtual time
   * @return false if the time is over
   * @throws InterruptedIOException if a virtual thread is interrupted; the socket then closes
   */
  boolean await(long until) throws InterruptedIOException {
    boolean platform = run.isPlatform(Thread.currentThread());
    boolean interrupted = platform && Thread.interrupted();
    try {
      boolean inTime = pause(until);
      if (!platform && inTime && Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException();
      }
      return inTime;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
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
