package cal.proactor.internal.channel;

import cal.core.internal.support.CalThread;
import cal.proactor.internal.concurrent.BoundedQueue;
import cal.proactor.internal.concurrent.Followers;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Threads that make calls of files, in the order of the calls. A call that finds no thread at rest
 * has another thread made; a thread ends after a long rest. Thread-safe, without a lock or an
 * allocation: a pool of the JDK allocates with each wait.
 */
final class FileThreads {
  /** So many calls are made at a time. */
  private static final int COUNT = 4;

  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final BoundedQueue<Runnable> calls;
  private final Followers resting = new Followers();
  private final AtomicInteger threads = new AtomicInteger();
  private final ThreadFactory factory = CalThread.ofPool("cal-proactor-file-");
  private final BooleanSupplier hasJob = this::hasJob;
  private volatile boolean closed;

  /**
   * Has no threads yet.
   *
   * @param most the most calls at a time
   */
  FileThreads(int most) {
    calls = new BoundedQueue<>(most);
  }

  /** Has a thread make a call, which throws nothing. */
  void execute(Runnable call) {
    calls.add(call);
    if (!resting.signal() && isAnother()) {
      try {
        factory.newThread(this::run).start();
      } catch (OutOfMemoryError noThread) {
        if (threads.decrementAndGet() == 0) {
          makeCalls(); // by the caller
        }
      }
    }
  }

  private boolean isAnother() {
    return threads.getAndUpdate(now -> Math.min(COUNT, now + 1)) < COUNT;
  }

  /** A call may come in vain for a thread that is about to end, which looks once more. */
  private void run() {
    do {
      long begin;
      do {
        makeCalls();
        begin = System.nanoTime();
        resting.await(REST_NANOS, hasJob);
      } while (!closed && System.nanoTime() - begin < REST_NANOS);
      threads.decrementAndGet();
    } while (!calls.isEmpty() && isAnother());
  }

  private void makeCalls() {
    for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
      call.run();
    }
  }

  private boolean hasJob() {
    return closed || !calls.isEmpty();
  }

  /** Ends the threads, after all calls. */
  void close() {
    closed = true;
    resting.signalAll();
  }
}
