package cal.cli.proactive;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * The received bytes of a client from the first unanswered request on. A read never waits: {@link
 * More} sends the reader back to the begin of the request. For a single thread at a time.
 */
final class Received extends InputStream {
  /** Room for most requests. */
  private static final int ROOM = 4 << 10;

  /** The most bytes of a request: the sample's longest, in chunks of sixteen bytes. */
  private static final int MOST = 256 << 10;

  /** The rest of a request is still to come. */
  static final class More extends IOException {
    private static final long serialVersionUID = 1;

    private More() {
      super("the rest of the request is still to come");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private ByteBuffer bytes = ByteBuffer.allocateDirect(ROOM);

  /** The begin of the first unanswered request. */
  private int begin;

  /** The place of the next byte to be read. */
  private int next;

  private boolean late;

  /** Bytes of unanswered requests. */
  int unanswered() {
    return bytes.position() - begin;
  }

  /** All requests are answered but for so many bytes, read or not. */
  void answered(int buffered) {
    begin = next - buffered;
  }

  /** The present request is to be read anew. */
  void rewind() {
    next = begin;
  }

  /** No more bytes come in time. */
  void beLate() {
    late = true;
  }

  /** Room for more bytes; null where the request is too long. */
  ByteBuffer room() {
    int rest = unanswered();
    if (rest == 0 && bytes.capacity() > ROOM) {
      bytes = ByteBuffer.allocateDirect(ROOM);
    } else if (rest == bytes.capacity()) {
      if (rest == MOST) {
        return null;
      }
      bytes = ByteBuffer.allocateDirect(2 * rest).put(bytes.flip());
    } else {
      bytes.flip().position(begin);
      bytes.compact();
    }
    next -= begin;
    begin = 0;
    return bytes;
  }

  /** Room for bytes that nobody reads. */
  ByteBuffer dropped() {
    return bytes.clear();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = Math.min(length, bytes.position() - next);
    if (count == 0) {
      throw late ? new SocketTimeoutException("no byte came in time") : new More();
    }
    bytes.get(next, target, offset, count);
    next += count;
    return count;
  }
}
