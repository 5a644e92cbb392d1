package cal.simulation.seam;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;

/**
 * The simulation, as rewritten code calls it. Called by its threads alone, but for some methods.
 */
public interface Hooks {
  /** Whether the calling thread is simulated, or carries simulated threads. From any thread. */
  boolean here();

  /** Returns the virtual time in nanoseconds, which goes on a little with each look. */
  long nanoTime();

  /** Returns the virtual time since 1970 in nanoseconds. */
  long epochNanos();

  /** A place where the calling thread may be preempted; the number is that of a {@code Point}. */
  void point(int kind);

  /** Runs a command of the JDK's after a virtual time, on the carrier. */
  Future<?> schedule(Runnable command, long nanos);

  /** Answers a call of the JDK for files; null where the real system is to answer. */
  Object call(String name, Object[] arguments) throws Throwable;

  /** Runs a task of a pool as a thread. */
  void submit(Runnable task);

  /** A virtual thread may run, for the first time or again. From any thread. */
  void ready(Thread virtual);

  /**
   * The calling thread waits for so many nanoseconds, or without an end if negative, and cannot
   * leave its carrier; whether the wait is over.
   */
  boolean pinned(Thread virtual, long nanos);

  /** A virtual thread is started. */
  void starting(Thread virtual);

  /** A platform thread is started; whether a virtual thread stands in for it. */
  boolean start(Thread platform);

  /** The JDK keeps connections here, of which the next run knows nothing. */
  void cache(Map<?, ?> connections);

  /** Returns the names of log files that the process of the calling thread has. */
  Set<Object> locks();

  /** A throwable ends the calling thread, whichever handler the program has. */
  void uncaught(Throwable thrown);

  /** A virtual thread gets a permit to park. */
  void unparked(Thread virtual);

  /** Returns the virtual thread that stands in for a platform thread; null if none does. */
  Thread standIn(Thread platform);

  /** Returns the platform thread that a virtual thread stands in for; the thread itself if none. */
  Thread standsFor(Thread virtual);

  /** Whether a virtual thread stands in for a platform thread, or is the first of the run. */
  boolean isPlatform(Thread virtual);

  /** Returns the thread that runs a step of a thread with a scheduler of its own; null if none. */
  Thread carrierOf(Thread virtual);

  /** Returns the number of the next thread; the same by the same seed. */
  long nextThreadId();

  /** Returns the number in the name of the next thread without a name. */
  int nextThreadNumber();

  /**
   * Ends the run, for the program does what cannot be simulated; returns the exception to throw.
   */
  Refusal refuse(String what);
}
