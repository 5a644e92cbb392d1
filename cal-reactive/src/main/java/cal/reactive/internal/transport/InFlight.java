package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import java.io.IOException;

/**
 * The operations in flight of a registration in an io_uring, at most one of a kind. For the looking
 * thread.
 */
final class InFlight {
  /** Brings whatever comes. */
  static final int RECEIVES = 0;

  /** Tells of input, or of connections to accept. */
  static final int INPUT_POLL = 1;

  /** Tells once of room, or of a made connection. */
  static final int OUTPUT_POLL = 2;

  /** Of the ends of cancellations. */
  static final long CANCELLATION = -2;

  private static final int KINDS = 3;

  /** The time of a peer to take bytes after the close. */
  private static final int PEER_MILLIS = 60_000;

  /** {@code recv}, into a buffer chosen by the kernel, again and again. */
  private static final int RECEIVE_AGAIN_AND_AGAIN = Ring.RECEIVE | (1 << 5) << 8 | (1 << 1) << 16;

  /** Urgent data came, or the peer has ended its output. */
  private static final int URGENT_OR_END = 0x2 | 0x2000;

  private final UringRegistration registration;
  private final int slot;

  /** Null while there is none: then nothing is in flight, and {@link #started} is to be. */
  private Ring ring;

  private int started;

  /** Readers are to take input by calls. */
  private boolean leaves;

  private boolean closes;

  InFlight(Ring ring, UringRegistration registration, int slot) {
    this.ring = ring;
    this.registration = registration;
    this.slot = slot;
  }

  UringRegistration registration() {
    return registration;
  }

  int slot() {
    return slot;
  }

  /** The slot of a key. */
  static int slot(long key) {
    return (int) (key / KINDS);
  }

  /** The kind of operation of a key. */
  static int kind(long key) {
    return (int) (key % KINDS);
  }

  private long key(int kind) {
    return (long) slot * KINDS + kind;
  }

  private boolean has(int kind) {
    return (started & 1 << kind) != 0;
  }

  /** Starts an operation, unless in flight. */
  void start(int kind) throws IOException {
    if (has(kind)) {
      return;
    }
    started |= 1 << kind;
    put(kind);
  }

  private void put(int kind) throws IOException {
    if (ring == null) {
      return;
    }
    int file = registration.descriptor();
    switch (kind) {
      case RECEIVES -> ring.put(RECEIVE_AGAIN_AND_AGAIN, file, 0, 0, 0, 0, key(kind));
      case INPUT_POLL ->
          ring.put(
              Ring.POLL,
              file,
              0,
              0,
              Ring.AGAIN_AND_AGAIN,
              Ring.READABLE | URGENT_OR_END,
              key(kind));
      default -> ring.put(Ring.POLL, file, 0, 0, 0, Ring.WRITABLE, key(kind));
    }
  }

  /** The ring was closed, and has ended all. */
  void leaveRing() {
    ring = null;
    if (leaves) {
      ended(RECEIVES);
    }
    if (closes) {
      started &= registration.output().room() == null ? 0 : 1 << OUTPUT_POLL;
    }
  }

  /** Starts all operations in flight in another ring. */
  void moveTo(Ring other) throws IOException {
    ring = other;
    for (int kind = 0; kind < KINDS; kind++) {
      if (has(kind)) {
        put(kind);
      }
    }
  }

  /** An operation is in flight no more. */
  void ended(int kind) {
    started &= ~(1 << kind);
  }

  private boolean cancel(int kind) throws IOException {
    if (has(kind) && ring == null) {
      ended(kind);
    } else if (has(kind)) {
      ring.put(Ring.CANCEL, -1, 0, key(kind), 0, 0, CANCELLATION);
    }
    return has(kind);
  }

  /** Ends the receiving operation; false if ended. */
  boolean leave() throws IOException {
    leaves = true;
    return cancel(RECEIVES);
  }

  /** Ends the receiving operation for some time, without a ring. */
  void stopsReceiving() throws IOException {
    cancel(RECEIVES);
  }

  /** Ends the operation that tells of input, in favour of the receiving operation. */
  void stopsPolling() throws IOException {
    cancel(INPUT_POLL);
  }

  boolean leaves() {
    return leaves;
  }

  /** Ends all, but for the wait of written bytes for room. */
  void close() throws IOException {
    closes = true;
    loseIfFull();
    for (int kind = 0; kind < KINDS; kind++) {
      if (kind != OUTPUT_POLL || registration.output().room() == null) {
        cancel(kind);
      }
    }
  }

  /** A closed channel with a full socket waits for its peer, but not for ever. */
  void loseIfFull() {
    Outgoing room = registration.output().room();
    if (closes && room != null && room.awaitsRoom()) {
      Linux.loseAfter(registration.descriptor(), PEER_MILLIS);
    }
  }

  boolean closes() {
    return closes;
  }

  /** Whether the channel is closed, and the kernel has the channel no more. */
  boolean isOver() {
    return closes && started == 0 && registration.output().room() == null;
  }
}
