package cal.reactive.internal.transport;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.Collection;

/**
 * Finds which channels of one loop are ready: the part of a {@link Transport} that a loop sleeps
 * in. Operations are those of {@link java.nio.channels.SelectionKey}.
 *
 * <p>Thread-safe, but for {@link #look}, {@link #close} and the questions about looks: one thread
 * at a time calls them.
 */
public interface Poller extends Closeable {
  /**
   * Has it look for a channel, which does not block.
   *
   * @param operations to look for first
   * @param told of what the channel is ready for, maybe before this returns
   * @throws ClosedSelectorException if it is closed
   */
  Registration join(SelectableChannel channel, int operations, ReadinessListener told)
      throws IOException;

  /**
   * Looks for ready channels, and waits until there are some.
   *
   * @param millis to wait at most: 0 only looks, {@link Long#MAX_VALUE} waits for ever
   */
  void look(long millis, ReadySet ready) throws IOException;

  /** Called by a thread that serves the loop from now on, before it looks. */
  default void servedHere() {}

  /** Whether the calling thread may look; otherwise only the one that serves the loop may. */
  default boolean mayLook() {
    return true;
  }

  /** Whether there is something to find for the one thread that may look. */
  default boolean hasNews() {
    return false;
  }

  /** Ends the present look, or the next one. */
  void wakeUp();

  /**
   * Whether a channel that joins is seen, and one that was closed is given back to the system, by
   * the next look alone, and not by the present one.
   */
  boolean isLazy();

  /** Whether all channels that were closed by the last look have been given back. */
  default boolean hasLetGo() {
    return true;
  }

  boolean isOpen();

  /** The registrations of the channels that it looks for. */
  Collection<? extends Registration> registrations();
}
