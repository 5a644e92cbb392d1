package cal.core.internal.support;

import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Makes CAL's own threads: all threads without activities. No such thread ends unnoticed, whatever
 * is thrown there, for example for want of memory. There are three kinds:
 *
 * <ul>
 *   <li>{@linkplain #ofRounds rounds}: after a failure the thread goes on with the next round;
 *   <li>{@linkplain #ofTask a task}: after a failure the thread ends, with a line in the log;
 *   <li>{@linkplain #vital vital}: after a failure the process ends, by {@link LastWords}.
 * </ul>
 *
 * <p>Each is a daemon, unless the maker says otherwise before the start. A thread has the context
 * class loader of its maker, and no thread locals: some threads call code of the server. Stateless.
 */
public final class CalThread {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The log has a single failure in so much time, although each round may fail. */
  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

  private CalThread() {}

  /**
   * Makes a thread for repeated work.
   *
   * @param name the thread's name
   * @param round of the work, with its pause; false ends the thread
   * @return the thread, not started
   */
  public static Thread ofRounds(String name, BooleanSupplier round) {
    return make(name, new Rounds(name + " failed, and goes on", round));
  }

  /**
   * Makes a thread for a single task.
   *
   * @param name the thread's name
   * @param task gives its resources back itself after a failure
   * @return the thread, not started
   */
  public static Thread ofTask(String name, Runnable task) {
    return ofTask(name, 1, task);
  }

  /**
   * Makes a thread for a single task, tried again after failures.
   *
   * @param name the thread's name
   * @param tries at most
   * @param task of the thread
   * @return the thread, not started
   */
  public static Thread ofTask(String name, int tries, Runnable task) {
    return make(name, new Task(name + " failed", tries, task));
  }

  /**
   * Makes the threads of a pool.
   *
   * @param prefix of their names, before their number
   * @return their factory
   */
  public static ThreadFactory ofPool(String prefix) {
    AtomicInteger number = new AtomicInteger();
    return work -> ofTask(prefix + number.incrementAndGet(), work);
  }

  /**
   * Makes a thread vital to others, which else would wait for good.
   *
   * @param name the thread's name
   * @param work awaited by others
   * @return the thread, not started
   */
  public static Thread vital(String name, Runnable work) {
    return make(name, new Vital(new LastWords("the thread " + name), work));
  }

  private static Thread make(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    return thread;
  }

  /** All needs of a failure are there before. */
  private record Rounds(String failed, BooleanSupplier round) implements Runnable {
    @Override
    public void run() {
      boolean more = true;
      boolean told = false;
      long since = 0;
      while (more) {
        Thread.interrupted(); // kept, it would end each wait of the rounds
        try {
          more = round.getAsBoolean();
        } catch (Throwable failure) {
          long now = System.nanoTime();
          if (!told || now - since > QUIET_NANOS) {
            told = tell(failed, failure);
            since = now;
          }
          pause();
        }
      }
    }
  }

  private record Task(String failed, int tries, Runnable body) implements Runnable {
    @Override
    public void run() {
      for (int left = tries; left > 0; left--) {
        try {
          body.run();
          return;
        } catch (Throwable failure) {
          tell(failed, failure);
          if (left > 1) {
            pause();
          }
        }
      }
    }
  }

  private record Vital(LastWords lastWords, Runnable body) implements Runnable {
    @Override
    public void run() {
      try {
        body.run();
      } catch (Throwable death) {
        lastWords.speak(death);
      }
    }
  }

  private static void pause() {
    Thread.interrupted(); // kept, it would end each pause
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Whether there was memory to tell. */
  private static boolean tell(String failed, Throwable failure) {
    try {
      Log.log(Level.ERROR, failed, failure);
      return true;
    } catch (Throwable untold) {
      return false;
    }
  }
}
