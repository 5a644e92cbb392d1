package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Simulation;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** Threads that wait for an event of a socket. Used by the threads of one run. */
final class Waiters {
  /** No end of a wait. */
  static final long FOR_EVER = Long.MAX_VALUE;

  private final Simulation run;
  private final Deque<Thread> threads = new ArrayDeque<>();

  /** Told as well. */
  private Collection<Runnable> observers = List.of();

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
    boolean platform = run.threads().isPlatform(Thread.currentThread());
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
        run.threads().await(this, -1);
      } else if (until > run.now()) {
        run.threads().await(this, until - run.now());
      } else {
        return false;
      }
    } finally {
      threads.remove(thread);
    }
    return true;
  }

  /** Has a collection of selectors told of each event, as the collection is then. */
  void observe(Collection<Runnable> selectors) {
    observers = selectors;
  }

  void wake() {
    threads.forEach(run.threads()::wake);
    observers.forEach(Runnable::run);
  }
}
