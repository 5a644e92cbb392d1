package cal.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long one call may wait in all. An interrupt of its thread does not end a wait: it is left for
 * the caller. Belongs to one thread, but for its stop.
 */
final class Deadline implements AutoCloseable {
  private final long end;
  private final Set<Deadline> open;

  /** Whether a node may have the call. */
  private boolean sent;

  private volatile CompletableFuture<?> awaited;
  private volatile boolean stopped;

  /**
   * Begins when the caller asked.
   *
   * @param since when that was, by {@link System#nanoTime}
   * @param open those that may be stopped, to which it belongs until it is closed
   */
  Deadline(long since, Duration timeout, Set<Deadline> open) {
    this.end = since + timeout.toNanos();
    this.open = open;
    open.add(this);
  }

  @Override
  public void close() {
    open.remove(this);
  }

  /** Says whether a node may have the call from now on. */
  void sent(boolean maybe) {
    sent = maybe;
  }

  /** Whether the call may have run, if no answer comes now. */
  boolean mayHaveRun() {
    return sent;
  }

  boolean isOver() {
    return left() <= 0;
  }

  /** Nanoseconds that are left; 0 or less where the time is over. */
  long left() {
    return end - System.nanoTime();
  }

  /** Ends the wait, and each that would follow, with an exception. Thread-safe. */
  void stop() {
    stopped = true;
    CompletableFuture<?> now = awaited;
    if (now != null) {
      now.cancel(false);
    }
  }

  /**
   * Waits for an answer.
   *
   * @param answer which nobody else waits for
   * @throws ExecutionException with what ended the asking
   * @throws TimeoutException if the time is over
   * @throws ClusterException if the stage is closed
   */
  <T> T await(CompletableFuture<T> answer) throws ExecutionException, TimeoutException {
    return await(answer, end);
  }

  private <T> T await(CompletableFuture<T> answer, long until)
      throws ExecutionException, TimeoutException {
    awaited = answer;
    if (stopped) {
      answer.cancel(false);
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupt) {
          interrupted = true;
        }
      }
    } catch (CancellationException cancelled) {
      if (!stopped) {
        throw new ExecutionException(cancelled);
      }
      throw new ClusterException(sent, "the stage was stopped before the answer came", cancelled);
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
