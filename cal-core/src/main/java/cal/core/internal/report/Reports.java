package cal.core.internal.report;

import cal.core.internal.support.JvmEnd;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads that report a failure after the activity has given its permit back: the process does not
 * end meanwhile. Thread-safe.
 */
public final class Reports {
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /**
   * Begins a report of the calling thread.
   *
   * @return false within another report, which ends later
   */
  public boolean begin() {
    return threads.add(Thread.currentThread());
  }

  /** Ends the report. */
  public void end() {
    threads.remove(Thread.currentThread());
  }

  /** Whether the JVM is to be kept for a report. */
  public boolean underWay() {
    return !threads.isEmpty();
  }

  /**
   * Whether a drain waits for a report: not for the caller's, nor for a thread that has asked for
   * the end.
   */
  public boolean awaited() {
    for (Thread thread : threads) {
      if (thread != Thread.currentThread() && !JvmEnd.isAskedBy(thread)) {
        return true;
      }
    }
    return false;
  }
}
