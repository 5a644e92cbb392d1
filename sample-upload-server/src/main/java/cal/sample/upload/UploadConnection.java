package cal.sample.upload;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/**
 * Takes frames and acknowledges each stored frame by the checksum.
 *
 * <p>A frame is a length, 4 bytes big-endian, 0 to {@link #MAX_LENGTH}, and as many bytes of
 * payload; the answer is the payload's CRC-32C, 4 bytes big-endian. Clients may send the next frame
 * before reading the answer; answers come in order. Thread-safe like a {@link Connection}. (CAL
 * paper, section 1.)
 */
public final class UploadConnection extends SocketConnection {

  /** The longest payload of a frame, in bytes. */
  public static final int MAX_LENGTH = 1 << 20;

  private static final int HEADER = 4;

  /** Thousands of clients may be idle, so the buffer is small; a larger frame bypasses it. */
  private static final int BUFFER_SIZE = 256;

  private final Store store;
  private final FrameArrays arrays;
  private final byte[] acknowledgement = new byte[4];

  /**
   * Opens the conversation.
   *
   * @param socket the client's socket, owned by this connection from now on
   * @param store of the frames
   * @param arrays for larger frames
   * @param statistics of stored frames
   * @param readTimeout the longest time for the rest of a frame after the first byte
   * @throws IOException if the socket is closed already
   */
  public UploadConnection(
      Socket socket, Store store, FrameArrays arrays, Statistics statistics, Duration readTimeout)
      throws IOException {
    super(socket, Protocol.UPLOAD, statistics, readTimeout, BUFFER_SIZE);
    this.store = store;
    this.arrays = arrays;
  }

  @Override
  void answer() throws IOException {
    in.require(HEADER);
    int length = int32(in.buffer(), in.position());
    if (length < 0 || length > MAX_LENGTH) {
      throw new BadRequestException(
          "frame length=" + Integer.toUnsignedString(length) + " is not within 0.." + MAX_LENGTH);
    }
    in.skip(HEADER);
    int crc = length <= BUFFER_SIZE ? storeBuffered(length) : storeLarge(length);
    count(length);
    acknowledge(crc);
  }

  private int storeBuffered(int length) throws IOException {
    in.require(length);
    int crc = store.store(in.buffer(), in.position(), length);
    in.skip(length);
    return crc;
  }

  private int storeLarge(int length) throws IOException {
    byte[] frame = arrays.take(length);
    try {
      in.readFully(frame, length);
      return store.store(frame, 0, length);
    } finally {
      arrays.give(frame);
    }
  }

  private void acknowledge(int crc) throws IOException {
    acknowledgement[0] = (byte) (crc >>> 24);
    acknowledgement[1] = (byte) (crc >>> 16);
    acknowledgement[2] = (byte) (crc >>> 8);
    acknowledgement[3] = (byte) crc;
    send(acknowledgement, acknowledgement.length);
  }

  private static int int32(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }
}
