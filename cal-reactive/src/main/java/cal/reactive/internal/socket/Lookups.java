package cal.reactive.internal.socket;

import cal.core.internal.support.CalThread;
import cal.core.spi.SocketProvider.Lookup;
import cal.reactive.internal.loop.LoopThread;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/**
 * Makes lookups of names, or reads of files, for activities on loops, on threads of its own: a
 * silent name server would keep a loop for seconds. A caller beyond the most lookups under way
 * parks. Thread-safe.
 */
final class Lookups implements AutoCloseable {
  /** Lookups under way, at most. */
  static final int MOST = 16;

  private final Semaphore permits = new Semaphore(MOST, /* fair= */ true);
  private final ExecutorService threads;

  /**
   * Has no thread before the first call.
   *
   * @param name of the threads, before their number
   */
  Lookups(String name) {
    threads = Executors.newCachedThreadPool(CalThread.ofPool(name + "-"));
  }

  /** Makes a call: in a caller off the loops, or without a thread to be had. */
  <T> T make(Lookup<T> call) throws IOException {
    if (LoopThread.current() == null || initialises()) {
      return call.call();
    }
    FutureTask<T> answer = new FutureTask<>(() -> callAndLeave(call));
    permits.acquireUninterruptibly();
    if (!begins(answer)) {
      return callAndLeave(call);
    }
    return answer(answer);
  }

  /**
   * Whether the caller initialises a class: another thread may need that class for the call, and
   * would wait for the caller.
   */
  private static boolean initialises() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
  }

  /** A throwing pool has not taken the task, or gives the task to a present thread. */
  private boolean begins(FutureTask<?> answer) {
    try {
      threads.execute(answer);
      return true;
    } catch (Throwable none) {
      return false;
    }
  }

  private <T> T callAndLeave(Lookup<T> call) throws IOException {
    try {
      return call.call();
    } finally {
      permits.release();
    }
  }

  /** A lookup does not notice interrupts, in the JDK either. */
  private static <T> T answer(FutureTask<T> answer) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException failure) {
      throw asThrown(failure.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException asThrown(Throwable cause) {
    return switch (cause) {
      case IOException checked -> checked;
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new IllegalStateException("a call threw what it may not", cause);
    };
  }

  /** Ends the threads; calls under way end as ever. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
