package cal.proactor.internal.select;

import cal.proactor.internal.channel.ChannelHandle;
import java.io.IOException;

/**
 * Tells when calls of sockets would not block (the paper's wait strategy, section 9). The leader
 * calls; an edge-triggered one is watched from any thread as well, a thread at a time.
 */
interface Readiness {
  /** Events, in the numbers of {@code poll(2)}. */
  int INPUT = 1;

  int OUTPUT = 4;

  /** The connection is lost, or the descriptor is closed: told unasked. */
  int LOST = 0x8 | 0x10 | 0x20;

  /** Hears of ready sockets. */
  @FunctionalInterface
  interface Listener {
    void ready(ChannelHandle socket, Watch watch, int events);
  }

  /** Whether an event is told once, as it begins; otherwise again and again while it lasts. */
  boolean isEdge();

  /** Has an event of a socket told, for good where edge-triggered. */
  void watch(ChannelHandle socket, Watch watch, int event) throws IOException;

  /** Has an event told no more. */
  void unwatch(ChannelHandle socket, Watch watch, int event) throws IOException;

  /** Waits for events, or for an interrupt. */
  void await(long nanos, Listener listener) throws IOException;

  /** Ends the present wait, or the next; for any thread, also after the close. */
  void interrupt();

  /** A socket was closed; for any thread. */
  void closed();

  void close() throws IOException;
}
