package cal.cli.proactive;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * The received bytes of a client that the parser has not read. A read never waits: {@link More}
 * sends the parser back to its caller, and the next read goes on. For a single thread at a time.
 */
final class Received extends InputStream {
  private static final int ROOM = 4 << 10;

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

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(ROOM);

  /** The place of the next byte to be read. */
  private int next;

  private boolean late;

  /** Whether all bytes are read. */
  boolean isEmpty() {
    return next == bytes.position();
  }

  /** No more bytes come in time. */
  void beLate() {
    late = true;
  }

  /** Room for more bytes, where all are read or forgotten. */
  ByteBuffer room() {
    next = 0;
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
