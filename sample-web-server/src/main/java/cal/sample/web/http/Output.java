package cal.sample.web.http;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A connection's output: answers that are sent together are gathered into one write.
 *
 * <p>Not thread-safe: it belongs to one connection.
 */
public final class Output {
  private static final int SIZE = 16 << 10;

  private final OutputStream out;
  private byte[] gathered;
  private int count;
  private long sent;

  public Output(OutputStream out) {
    this.out = out;
  }

  /**
   * Sends bytes, or keeps them for the next {@link #flush}.
   *
   * @param more true where more bytes follow before anybody waits
   */
  public void write(byte[] bytes, int from, int length, boolean more) throws IOException {
    gather(bytes, from, length, more);
    sent += length;
  }

  private void gather(byte[] bytes, int from, int length, boolean more) throws IOException {
    if (count == 0 && (!more || length >= SIZE)) {
      out.write(bytes, from, length);
      return;
    }
    if (gathered == null) {
      gathered = new byte[SIZE];
    }
    if (length > SIZE - count) {
      flush();
      if (length >= SIZE) {
        out.write(bytes, from, length);
        return;
      }
    }
    System.arraycopy(bytes, from, gathered, count, length);
    count += length;
    if (!more) {
      flush();
    }
  }

  /** Sends all that is kept. */
  void flush() throws IOException {
    if (count > 0) {
      int length = count;
      count = 0;
      out.write(gathered, 0, length);
    }
  }

  /** Gives back what only a busy connection needs. */
  void rest() throws IOException {
    flush();
    gathered = null;
  }

  /**
   * Sends the rest of a file, without a copy here where the stream knows a way.
   *
   * @throws IOException if it has another length by then, which is known when it is sent
   */
  public void transfer(FileInputStream file, long length) throws IOException {
    flush();
    long count = file.transferTo(out);
    sent += count;
    if (count != length) {
      throw new IOException("the file has changed while it was sent");
    }
  }

  /** The bytes that were sent or kept so far. */
  public long sent() {
    return sent;
  }
}
