package cal.reactive.internal.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** The written bytes of a connection on their way to the kernel. Thread-safe. */
final class RingOutput {
  private final UringRegistration registration;
  private final Outbox outbox;

  /** Room with the bytes; null if there are none. */
  private volatile Outgoing room;

  /** The failure of bytes that were written before; null if none. */
  private volatile String broken;

  RingOutput(UringRegistration registration, Outbox outbox) {
    this.registration = registration;
    this.outbox = outbox;
  }

  /** Whether the outbox takes the rest of a buffer. Of a known loss, a call is to tell. */
  boolean leavesLater(ByteBuffer from) {
    if (broken != null || registration.isIrregular() || !registration.enter()) {
      return false;
    }
    try {
      return outbox.takes(registration, from); // a close comes after, and waits for the bytes
    } finally {
      registration.leave();
    }
  }

  /**
   * Has the system take all bytes.
   *
   * @return false if there is no room for all
   * @throws IOException if bytes were lost, or the connection is closed without room for the rest
   */
  boolean flush() throws IOException {
    boolean all = outbox.flush(registration);
    String why = broken;
    if (why != null) {
      throw new IOException(why);
    }
    if (!all && !registration.isOpen()) {
      throw new ClosedChannelException();
    }
    return all;
  }

  /** Written bytes were lost. */
  void isBroken(String why) {
    broken = why;
  }

  Outgoing room() {
    return room;
  }

  void room(Outgoing with) {
    room = with;
  }
}
