package cal.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The longest time of all waits of a call. An interrupt of the thread does not end a wait, and is
 * left for the caller. For a single thread, except for the stop.
 */
final class Deadline implements AutoCloseable {
  private final long end;
  private final Set<Deadline> open;

  /** Whether a node may have the call. */
  private boolean sent;

  private volatile CompletableFuture<?> awaited;
  private volatile boolean stopped;

  /**
   * Begins with the caller's request.
   *
   * @param since the time of the request, by {@link System#nanoTime}
   * @param open all deadlines that may be stopped, this deadline among the rest until closed
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

  /** Nanoseconds left; 0 or less after the time is over. */
  long left() {
    return end - System.nanoTime();
  }

  /** Ends the wait, and each later wait, with an exception. Thread-safe. */
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
   * @param answer for this waiter alone
   * @throws ExecutionException with the end of the asking
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

  /** Waits a little before another try. */
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
