package cal.reactive.internal.socket;

import cal.reactive.internal.buffer.Scratch;

/**
 * The limits that the sockets of a runtime set to their peers.
 *
 * @param idleTimeoutMillis after which a connection counts as ended; 0 for never
 * @param writeTimeoutMillis how long a write may wait for a part of it to be taken; 0 for ever
 * @param readAhead bytes that may be read of a connection before its reader wants them
 */
public record SocketLimits(long idleTimeoutMillis, long writeTimeoutMillis, int readAhead) {
  /** No time ends, and as much is read ahead as a loop's buffer holds. */
  static final SocketLimits NONE = new SocketLimits(0, 0, Scratch.SIZE);
}
