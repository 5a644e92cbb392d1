package cal.reactive.internal.transport;

import cal.core.internal.os.NativeBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;

/**
 * The registration of one channel with the {@link Poller} of its loop. Operations are those of
 * {@link SelectionKey}. Thread-safe.
 */
public interface Registration {
  int INPUT = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
  int OUTPUT = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;

  /** Told what the channel is ready for. */
  ReadinessListener told();

  /** Has the poller look for an operation; false where it is closed, and worth trying now. */
  boolean arm(int operation) throws IOException;

  /** Lets the poller look no more for operations, where it would tell of them again and again. */
  void disarm(int operations);

  /**
   * Whether the poller tells again of input that nobody has taken. Otherwise it tells of new input
   * alone.
   */
  boolean tellsAgain();

  /**
   * Whether a read that finds less than there is room for may leave something: the end of the
   * input, or bytes behind urgent ones. The poller has told of that, and tells no more.
   */
  boolean mayHaveMore();

  /**
   * Reads into the rest of a buffer what is there; on a loop's thread.
   *
   * @return bytes read, 0 where there are none, -1 at the end
   */
  int read(NativeBuffer into) throws IOException;

  /**
   * Reads into the rest of a buffer what is there; on any thread.
   *
   * @param same the channel of this registration
   * @return bytes read, 0 where there are none, -1 at the end
   */
  default int read(ReadableByteChannel same, ByteBuffer into) throws IOException {
    return same.read(into);
  }

  /** Bytes that a read would find, beside those that the channel itself knows of. */
  default int available() {
    return 0;
  }

  /** Whether bytes have come here that no reader has seen; for any thread. */
  default boolean hasCome() {
    return false;
  }

  /**
   * Writes of the rest of a buffer as much as there is room for; on a loop's thread.
   *
   * @return bytes written
   */
  int write(NativeBuffer from) throws IOException;

  boolean isOpen();

  /** Closes the channel. Idempotent. */
  void close() throws IOException;

  /** A registration that moves bytes from and into arrays without a copy in between. */
  interface OfArrays extends Registration {
    /**
     * Reads into a part of an array what is there; on a loop's thread.
     *
     * @param state has room for the state that the call leaves; its bytes stay
     * @return bytes read, 0 where there are none, -1 at the end
     */
    int read(byte[] into, int offset, int length, NativeBuffer state) throws IOException;

    /**
     * Writes of a part of an array as much as there is room for; on a loop's thread.
     *
     * @param state has room for the state that the call leaves; its bytes stay
     * @return bytes written
     */
    int write(byte[] from, int offset, int length, NativeBuffer state) throws IOException;
  }
}
