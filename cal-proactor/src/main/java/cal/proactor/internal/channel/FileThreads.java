package cal.proactor.internal.channel;

import cal.core.internal.support.CalThread;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that wait for files, where the system cannot tell the end of an operation. */
public final class FileThreads {
  /** So many operations of files are carried out at a time, by each device. */
  public static final int COUNT = 4;

  private static final long REST_SECONDS = 10;

  private FileThreads() {}

  /**
   * A pool whose queue is made at once.
   *
   * @param most the most operations at a time
   */
  public static ThreadPoolExecutor open(int most) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            COUNT,
            COUNT,
            REST_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(most),
            CalThread.ofPool("cal-proactor-file-"));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
