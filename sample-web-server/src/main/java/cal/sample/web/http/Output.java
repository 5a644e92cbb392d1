package cal.sample.web.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/**
 * A connection's output: answers sent together are gathered into a single write. Not thread-safe:
 * for a single connection.
 */
public class Output {
  private static final int SIZE = 16 << 10;

  /** Bytes before others may go on. */
  private static final int PART = 256 << 10;

  private final OutputStream out;
  private final boolean plain;
  private byte[] gathered;
  private int count;

  /** Bytes since others could go on. */
  private long turn;

  /**
   * Writes to a stream.
   *
   * @param plain whether the stream takes bytes unchanged: TLS does not
   */
  public Output(OutputStream out, boolean plain) {
    this.out = out;
    this.plain = plain;
  }

  /**
   * Sends bytes, or keeps them for the next {@link #flush}.
   *
   * @param more true where more bytes follow before a wait
   */
  public void write(byte[] bytes, int from, int length, boolean more) throws IOException {
    if (length > SIZE - count) {
      flush();
    }
    if (length >= SIZE || (count == 0 && !more)) {
      put(bytes, from, length);
      return;
    }
    if (gathered == null) {
      gathered = new byte[SIZE];
    }
    System.arraycopy(bytes, from, gathered, count, length);
    count += length;
    if (!more) {
      flush();
    }
  }

  private void put(byte[] bytes, int from, int length) throws IOException {
    int part;
    for (int at = from, end = from + length; at < end; at += part) {
      part = Math.min(PART, end - at);
      out.write(bytes, at, part);
      giveWay(part);
    }
  }

  /**
   * Lets others go on after each {@link #PART}: a client that takes a large file at full speed
   * would keep an event loop to the end.
   */
  @SuppressWarnings("ThreadPriorityCheck") // a hint to other schedulers
  private void giveWay(long part) {
    turn += part;
    if (turn >= PART) {
      turn = 0;
      Thread.yield();
    }
  }

  /** Sends all kept bytes. */
  public void flush() throws IOException {
    if (count > 0) {
      int length = count;
      count = 0;
      put(gathered, 0, length);
    }
  }

  /** Sends all kept bytes, and gives back the buffer of a busy connection. */
  public void rest() throws IOException {
    flush();
    gathered = null;
  }

  /** Whether a file can go to the client unchanged. */
  public boolean transfers() {
    return plain;
  }

  /**
   * Sends a part of an open file, without a copy here where the stream knows a way.
   *
   * @param name of the file
   * @return the bytes sent, fewer where the file ends before
   * @throws IOException if the client is gone, or the file cannot be read
   */
  public long transfer(Path name, FileChannel file, long offset, long length) throws IOException {
    flush();
    WritableByteChannel client = Channels.newChannel(out);
    long sent = 0;
    for (long part = 1; part > 0 && sent < length; sent += part) {
      part = file.transferTo(offset + sent, Math.min(PART, length - sent), client);
      giveWay(part);
    }
    return sent;
  }
}
