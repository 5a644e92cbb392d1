package cal.core.internal.engine;

import cal.core.internal.support.CalThread;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * The carriers of the JDK's virtual threads: a pool whose size may change while the pool runs. The
 * pool is found by the group of its threads, a name of JDK 25, and is of public classes. For a
 * single thread.
 *
 * <p>Between two looks the pool has moved where a carrier has taken a task of another queue: a
 * carrier kept by a virtual thread takes none.
 */
final class JdkCarriers {
  private static final String GROUP = "CarrierThreads";

  /** Carriers beyond those of the JDK, at most: in all, and for each of the JDK's. */
  private static final int MOST = 64;

  private static final int MOST_EACH = 8;

  private static final int QUIET_LOOKS = 20;

  /** Carriers seen so far, by their names. */
  private final Map<String, Thread> threads = new HashMap<>();

  /** Null before the first carrier. */
  private ForkJoinPool pool;

  /** Carriers that were added, and not taken away again: others may change the number as well. */
  private int more;

  private long steals;
  private int stuckLooks;
  private int quietLooks;

  /** Looks at the pool. */
  void look() {
    if (pool == null) {
      find();
    } else {
      long now = pool.getStealCount();
      boolean waits = pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0;
      stuckLooks = now == steals && waits ? stuckLooks + 1 : 0;
      quietLooks = now == steals && active() == 0 ? quietLooks + 1 : 0;
      steals = now;
    }
  }

  private void find() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] all = new Thread[root.activeCount() + MOST];
    int number = root.enumerate(all, true);
    threads.clear();
    for (int i = 0; i < number; i++) {
      ThreadGroup group = all[i].getThreadGroup();
      if (all[i] instanceof ForkJoinWorkerThread worker
          && group != null
          && group.getName().equals(GROUP)) {
        pool = worker.getPool();
        threads.put(worker.getName(), worker);
      }
    }
  }

  /** The CPU time of a carrier so far, in nanoseconds; 0 where the system does not tell. */
  long cpuNanos(String carrier) {
    if (!threads.containsKey(carrier)) {
      find();
    }
    Thread thread = threads.get(carrier);
    return thread == null
        ? 0
        : ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
  }

  /** The looks in a row that saw waiting threads, and none that got a carrier. */
  int stuckLooks() {
    return stuckLooks;
  }

  /** Whether no virtual thread has run for some looks. */
  boolean isIdle() {
    return pool == null || quietLooks > QUIET_LOOKS;
  }

  /** Carriers with a virtual thread, or about to take one. */
  int active() {
    return pool == null ? 0 : pool.getActiveThreadCount();
  }

  /** The carriers beyond those of the JDK. */
  int more() {
    return more;
  }

  /** Has the pool run another carrier, within the limit. */
  void relieve() {
    stuckLooks = 0;
    int size = pool.getParallelism();
    if (active() >= size && more < Math.min(MOST, MOST_EACH * (size - more))) {
      pool.setParallelism(size + 1);
      more++;
    }
    // The pool makes a carrier for a task that comes, where the queue of its thread looks empty.
    CalThread.ofTask("cal-carrier-call", () -> pool.execute(() -> {})).start();
  }

  /** Takes added carriers away, but so many. */
  void keep(int number) {
    if (more > number) {
      pool.setParallelism(Math.max(1, pool.getParallelism() - more + number));
      more = number;
    }
  }
}
