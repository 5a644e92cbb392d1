package cal.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * How long one call may wait in all. An interrupt of its thread does not end a wait, unless the
 * stage is closed: it is left for the caller. Belongs to one thread.
 */
final class Deadline {
  private final long end;
  private final BooleanSupplier closed;

  /**
   * Begins when the caller asked.
   *
   * @param since when that was, by {@link System#nanoTime}
   */
  Deadline(long since, Duration timeout, BooleanSupplier closed) {
    this.end = since + timeout.toNanos();
    this.closed = closed;
  }

  boolean isOver() {
    return left() <= 0;
  }

  /** Nanoseconds that are left; 0 or less where the time is over. */
  long left() {
    return end - System.nanoTime();
  }

  /**
   * Waits for an answer.
   *
   * @throws ExecutionException with what ended the asking
   * @throws TimeoutException if the time is over
   * @throws ClusterException if the stage is closed
   */
  <T> T await(Future<T> answer) throws ExecutionException, TimeoutException {
    return await(answer, end);
  }

  private <T> T await(Future<T> answer, long until) throws ExecutionException, TimeoutException {
    boolean interrupted = false;
    try {
      while (!closed.getAsBoolean()) {
        try {
          return answer.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupt) {
          interrupted = true;
        }
      }
      throw new ClusterException(true, "the stage was stopped before the answer came", null);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits a little before it is tried again. */
  void pause() {
    try {
      await(new CompletableFuture<Void>(), System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10));
    } catch (TimeoutException expected) {
      // The time is over that was to be waited.
    } catch (ExecutionException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
