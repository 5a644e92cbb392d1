package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.stage.Adoption;
import cal.core.internal.support.ThreadLocals;
import cal.core.internal.support.WeakIdentityMap;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.aspectj.lang.JoinPoint;

/**
 * Stands in for a server's thread that the JVM never starts. The thread's {@code run} is an
 * activity, and this stand-in answers for the thread. Thread-safe.
 */
final class StandIn {
  private static final long NANOS_A_MILLI = 1_000_000;

  private static final WeakIdentityMap<StandIn> ALL = new WeakIdentityMap<>();

  /** Whether there has been a stand-in: until then nothing has to be asked. */
  private static volatile boolean any;

  /** The server's thread run by the calling thread. */
  private static final ThreadLocal<Thread> CURRENT = new ThreadLocals.Own<>();

  /** Guarded by this: the thread that runs the work; null before and after. */
  private Thread worker;

  /** Guarded by this: an interrupt from before the worker. */
  private boolean interrupted;

  /** Whether the thread's work has begun, on a worker. */
  private volatile boolean begun;

  private volatile boolean ended;

  private StandIn() {}

  /** The stand-in of a thread, from the start on for good; null without a stand-in. */
  static StandIn of(Thread thread) {
    return any ? ALL.find(thread) : null;
  }

  /** The calling thread, as known to the server. */
  static Thread current() {
    Thread known = any ? CURRENT.get() : null;
    return known == null ? Thread.currentThread() : known;
  }

  /**
   * Starts a thread's work.
   *
   * @param life the waiters for the end, unless the thread is a daemon
   * @return the stand-in
   * @throws IllegalThreadStateException if the thread was started before
   * @throws RejectedExecutionException if the stage refuses the thread, which can be started again
   */
  static StandIn start(Adoption adoption, JoinPoint.StaticPart site, Thread thread, Life life) {
    any = true;
    StandIn fresh = new StandIn();
    if (thread.getState() != Thread.State.NEW || ALL.get(thread, () -> fresh) != fresh) {
      throw new IllegalThreadStateException(thread + " was started before");
    }
    if (thread.isInterrupted()) {
      fresh.interrupt();
    }
    try {
      adoption.start(new StandInWork(adoption, site, thread, fresh, life));
    } catch (Throwable refused) {
      if (!fresh.begun) {
        ALL.remove(thread);
        throw refused;
      }
    }
    return fresh;
  }

  /** On the worker, with the thread's locals. */
  synchronized void begin(Thread thread) {
    CURRENT.set(thread);
    begun = true;
    worker = Thread.currentThread();
    if (interrupted) {
      worker.interrupt();
    }
  }

  /** On the worker; or on any thread that finds the work without a worker. */
  void end(Thread thread) {
    synchronized (this) {
      if (worker != null) {
        worker = null;
        Thread.interrupted();
      }
      ended = true;
    }
    synchronized (thread) {
      thread.notifyAll();
    }
  }

  boolean hasBegun() {
    return begun;
  }

  boolean isAlive() {
    return !ended;
  }

  synchronized void interrupt() {
    if (worker != null) {
      worker.interrupt();
    } else {
      interrupted = !ended;
    }
  }

  synchronized boolean isInterrupted() {
    return worker == null ? interrupted && !ended : worker.isInterrupted();
  }

  synchronized Thread.State state() {
    if (worker == null) {
      return ended ? Thread.State.TERMINATED : Thread.State.RUNNABLE;
    }
    return worker.getState();
  }

  synchronized StackTraceElement[] stackTrace() {
    return worker == null ? new StackTraceElement[0] : worker.getStackTrace();
  }

  synchronized void unpark() {
    LockSupport.unpark(worker);
  }

  /** The object of the thread's wait; null without a wait. */
  synchronized Object blocker() {
    return worker == null ? null : LockSupport.getBlocker(worker);
  }

  /** The JDK, too, asks the running thread. */
  synchronized void contextClassLoader(ClassLoader loader) {
    if (worker != null) {
      worker.setContextClassLoader(loader);
    }
  }

  /** Waits for the thread's end on its monitor, like {@link Thread#join(long, int)}. */
  void join(Thread thread, long millis, int nanos) throws InterruptedException {
    join(thread, TimeUnit.MILLISECONDS.toNanos(millis) + nanos);
  }

  /** The same as {@link Thread#join(Duration)}. */
  boolean join(Thread thread, Duration time) throws InterruptedException {
    if (time.isPositive()) {
      join(thread, TimeUnit.NANOSECONDS.convert(time));
    }
    return ended;
  }

  /** Waits for the end in the thread's place: an interrupt of the caller is the thread's. */
  void joinForwarding(Thread thread) {
    while (!ended) {
      try {
        join(thread, 0);
      } catch (InterruptedException meant) {
        interrupt();
      }
    }
  }

  private void join(Thread thread, long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    synchronized (thread) {
      while (!ended && (nanos == 0 || left > 0)) {
        thread.wait((left + NANOS_A_MILLI - 1) / NANOS_A_MILLI);
        left = nanos == 0 ? 0 : deadline - System.nanoTime();
      }
    }
  }
}
