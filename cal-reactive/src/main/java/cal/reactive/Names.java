package cal.reactive;

import cal.core.spi.SocketProvider.Lookup;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Looks up the names of hosts for activities on loops, on threads of its own: a server of names
 * that is silent would keep a loop for seconds. At most {@value #MOST} lookups are under way; whose
 * turn it is not yet parks. Thread-safe.
 */
final class Names implements AutoCloseable {
  static final int MOST = 16;

  private final Semaphore places = new Semaphore(MOST, /* fair= */ true);
  private final ExecutorService threads;

  /**
   * Has no thread before the first lookup.
   *
   * @param name what its threads are called, before their number
   */
  Names(String name) {
    threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform()
                .daemon()
                .name(name + "-names-", 1)
                .inheritInheritableThreadLocals(false)
                .factory());
  }

  /** Makes a lookup: in its caller where that is on no loop, or this is closed. */
  <T> T lookUp(Lookup<T> lookup) throws IOException {
    if (Loop.current() == null) {
      return lookup.call();
    }
    places.acquireUninterruptibly();
    FutureTask<T> answer = new FutureTask<>(() -> callAndLeave(lookup));
    try {
      threads.execute(answer);
    } catch (RejectedExecutionException | OutOfMemoryError noThread) {
      return callAndLeave(lookup);
    }
    return answer(answer);
  }

  private <T> T callAndLeave(Lookup<T> lookup) throws IOException {
    try {
      return lookup.call();
    } finally {
      places.release();
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
      default -> throw new IllegalStateException("a lookup threw what it may not", cause);
    };
  }

  /** Ends the threads; lookups under way end as they would. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
