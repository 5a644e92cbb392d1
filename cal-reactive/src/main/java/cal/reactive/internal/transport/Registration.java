package cal.reactive.internal.transport;

import cal.core.internal.os.NativeBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;

/**
 * The registration of a channel with the {@link Poller} of its loop. Operations are of {@link
 * SelectionKey}. Thread-safe.
 */
public interface Registration {
  int INPUT = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
  int OUTPUT = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;

  /** Told of the channel's readiness. */
  ReadinessListener told();

  /** Has the poller look for an operation; false if closed, and worth trying now. */
  boolean arm(int operation) throws IOException;

  /** Lets the poller look no more for operations, if these would be told again and again. */
  void disarm(int operations);

  /**
   * Whether the poller tells again of untaken input. Otherwise the poller tells of new input alone.
   */
  boolean tellsAgain();

  /**
   * Whether a short read may leave something: the end of the input, or bytes behind urgent bytes.
   * The poller has told of these, and tells no more.
   */
  boolean mayHaveMore();

  /**
   * Reads the bytes there into the rest of a buffer; on a loop's thread.
   *
   * @return bytes read, 0 where there are none, -1 at the end
   */
  int read(NativeBuffer into) throws IOException;

  /**
   * Reads the bytes there into the rest of a buffer; on any thread.
   *
   * @param same the channel of this registration
   * @return bytes read, 0 where there are none, -1 at the end
   */
  default int read(ReadableByteChannel same, ByteBuffer into) throws IOException {
    return same.read(into);
  }

  /** Bytes for a read, beside the bytes known to the channel itself. */
  default int available() {
    return 0;
  }

  /** Whether bytes have come here that no reader has seen; for any thread. */
  default boolean hasCome() {
    return false;
  }

  /** Has the listener told of input when all bytes are here that have come by now. */
  default void askForNews() {}

  /** Whether the question has no answer yet, and may have one. */
  default boolean lacksNews() {
    return false;
  }

  /**
   * Writes of the rest of a buffer as much as there is room for; on a loop's thread. The system may
   * take the bytes with the next look, and a failure is told by the next write.
   *
   * @return bytes written
   */
  int write(NativeBuffer from) throws IOException;

  /**
   * Has the system take all written bytes, so that others can write past this; on any thread.
   *
   * @return false if there is no room for all
   */
  default boolean flush() throws IOException {
    return true;
  }

  boolean isOpen();

  /** Closes the channel. Idempotent. */
  void close() throws IOException;

  /** A registration that moves bytes from and into arrays without a copy. */
  interface OfArrays extends Registration {
    /**
     * Reads the bytes there into a part of an array; on a loop's thread.
     *
     * @param state with room for the state of the call; its bytes stay
     * @return bytes read, 0 where there are none, -1 at the end
     */
    int read(byte[] into, int offset, int length, NativeBuffer state) throws IOException;

    /**
     * Writes a part of an array, as far as there is room; on a loop's thread.
     *
     * @param state with room for the state of the call; its bytes stay
     * @return bytes written
     */
    int write(byte[] from, int offset, int length, NativeBuffer state) throws IOException;
  }
}
