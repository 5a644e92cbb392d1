package cal.reactive.internal.socket;

import cal.reactive.internal.buffer.Scratch;

/**
 * The limits of peers, set by the sockets of a runtime.
 *
 * @param idleTimeoutMillis after which a connection counts as ended; 0 for never
 * @param writeTimeoutMillis the longest wait of a write for the peer to take a part; 0 for ever
 * @param readAhead the most bytes read of a connection before a request of its reader
 */
public record SocketLimits(long idleTimeoutMillis, long writeTimeoutMillis, int readAhead) {
  /** No time ends, and as much is read ahead as a loop's buffer holds. */
  static final SocketLimits NONE = new SocketLimits(0, 0, Scratch.SIZE);
}
