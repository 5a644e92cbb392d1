package cal.reactive.internal.transport;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.Collection;

/**
 * Finds the ready channels of a loop: the part of a {@link Transport} for a loop's sleep.
 * Operations are of {@link java.nio.channels.SelectionKey}.
 *
 * <p>Thread-safe, except {@link #look}, {@link #close} and the questions about looks, for a single
 * thread at a time.
 */
public interface Poller extends Closeable {
  /**
   * Has the poller look for a non-blocking channel.
   *
   * @param operations to look for first
   * @param told of the channel's readiness, perhaps before the return
   * @throws ClosedSelectorException if closed
   */
  Registration join(SelectableChannel channel, int operations, ReadinessListener told)
      throws IOException;

  /**
   * Looks for ready channels, and waits until there are some.
   *
   * @param millis to wait at most: 0 only looks, {@link Long#MAX_VALUE} waits for ever
   */
  void look(long millis, ReadySet ready) throws IOException;

  /** Called by a new serving thread of the loop, before its look. */
  default void servedHere() {}

  /** Whether the calling thread may look; otherwise only the serving thread may. */
  default boolean mayLook() {
    return true;
  }

  /** Whether there is something to find for the looking thread. */
  default boolean hasNews() {
    return false;
  }

  /** Whether so many bytes were written that a look is due; for the serving thread. */
  default boolean isDue() {
    return false;
  }

  /**
   * Has the system take, without a look, bytes that were written before the last call and still
   * wait for a look; for a single thread.
   */
  default void flush() {}

  /**
   * Has the system take all written bytes, and lets no bytes wait for a look from now on; for any
   * thread.
   *
   * @param deadline for full sockets, by {@link System#nanoTime}
   */
  default void flushUntil(long deadline) {}

  /** Ends the present look, or the next. */
  void wakeUp();

  /**
   * Whether a joining channel is seen, and a closed channel given back to the system, by the next
   * look alone, and not by the present look.
   */
  boolean isLazy();

  /** Whether all channels closed by the last look have been given back. */
  default boolean hasLetGo() {
    return true;
  }

  boolean isOpen();

  /** The registrations of the poller, for any thread, also beside a close. */
  Collection<? extends Registration> registrations();
}
