package cal.proactor;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;

/** Kinds of operations: the eight of the paper (section 5.1), and four more. */
public enum OperationCode {
  ACCEPT,
  CONNECT,
  READ_STREAM,
  WRITE_STREAM,
  READ_DATAGRAM,
  WRITE_DATAGRAM,
  READ_FILE,
  WRITE_FILE,
  /** All written bytes of a file are on its device. */
  SYNC_FILE,
  /**
   * A part of a file goes to a socket: by the device, where the part is in memory, and else by
   * reads and writes.
   */
  TRANSMIT_FILE,
  /** A handler is called soon; no device is asked. */
  EVENT,
  /** A handler is called at a time; no device is asked. */
  TIMER;

  /** The kinds of devices. */
  public static Set<OperationCode> ofDevices() {
    return EnumSet.complementOf(EnumSet.of(EVENT, TIMER));
  }

  /** Whether a device has a part. */
  public boolean isOfDevice() {
    return ofDevices().contains(this);
  }

  /** Whether only a single operation at a time takes input from a socket. */
  public boolean isInput() {
    return this == ACCEPT || this == READ_STREAM || this == READ_DATAGRAM;
  }

  /** Whether bytes of a buffer move. */
  boolean moves() {
    return fills() || this == WRITE_STREAM || this == WRITE_FILE;
  }

  /** Whether the device writes into the buffer. */
  public boolean fills() {
    return this == READ_STREAM || this == READ_DATAGRAM || this == READ_FILE;
  }

  /** Whether only a single operation at a time gives output to a socket. */
  public boolean isOutput() {
    return this == CONNECT
        || this == WRITE_STREAM
        || this == WRITE_DATAGRAM
        || this == TRANSMIT_FILE;
  }

  /**
   * Checks the needs of a move. To the system, -1 would mean the position of the descriptor, which
   * nobody keeps here.
   *
   * @throws IllegalArgumentException if the system cannot use the buffer or the position
   */
  void check(ByteBuffer buffer, long position) {
    if (!moves()) {
      return;
    }
    if (position < 0) {
      throw new IllegalArgumentException(
          "position=%d of %s: give 0 or more".formatted(position, this));
    }
    if (!buffer.isDirect() || !buffer.hasRemaining()) {
      throw new IllegalArgumentException(
          "buffer=%s of %s: give a direct one with bytes remaining".formatted(buffer, this));
    }
    if (fills() && buffer.isReadOnly()) {
      throw new IllegalArgumentException(
          "buffer=%s of %s: give one that can be written".formatted(buffer, this));
    }
  }
}
