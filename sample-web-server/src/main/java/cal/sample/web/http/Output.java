package cal.sample.web.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/**
 * A connection's output: answers sent together are gathered into a single write.
 *
 * <p>Not thread-safe: for a single connection. But another thread may ask whether the output is
 * stuck, and may see the begin or end of a write late.
 */
public final class Output {
  private static final int SIZE = 16 << 10;

  /** Bytes for a client to take in the time of a write. */
  private static final int PART = 256 << 10;

  private final OutputStream out;
  private final boolean plain;
  private byte[] gathered;
  private int count;
  private long sent;

  /** Bytes since others could go on. */
  private long turn;

  /** Begun writes, and the last ended write. */
  private int begun;

  private int ended;

  /** The seen write, and the time of the first sight. */
  private int seen;

  private long seenAt;

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
    gather(bytes, from, length, more);
    sent += length;
  }

  private void gather(byte[] bytes, int from, int length, boolean more) throws IOException {
    if (count == 0 && (!more || length >= SIZE)) {
      put(bytes, from, length);
      return;
    }
    if (gathered == null) {
      gathered = new byte[SIZE];
    }
    if (length > SIZE - count) {
      flush();
      if (length >= SIZE) {
        put(bytes, from, length);
        return;
      }
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
      begin();
      out.write(bytes, at, part);
      end();
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

  /** Notes the begin of a write to the client. */
  void begin() {
    begun++;
  }

  /** Notes the end of a write to the client. */
  void end() {
    ended = begun;
  }

  /** Whether a write has lasted so long, as far as calls of this method can tell. */
  boolean isStuck(long nanos) {
    long now = System.nanoTime();
    int at = begun;
    if (at == ended || at != seen) {
      seen = at;
      seenAt = now;
    }
    return now - seenAt >= nanos;
  }

  /** Sends all kept bytes. */
  void flush() throws IOException {
    if (count > 0) {
      int length = count;
      count = 0;
      put(gathered, 0, length);
    }
  }

  /** Gives back the buffers of a busy connection. */
  void rest() throws IOException {
    flush();
    gathered = null;
  }

  /** Whether a file can go to the client unchanged. */
  public boolean transfers() {
    return plain;
  }

  /**
   * Sends a part of a file, without a copy here where the stream knows a way.
   *
   * @return the bytes sent, fewer where the file ends before
   * @throws IOException if the client is gone, or the file cannot be read
   */
  public long transfer(FileChannel file, long offset, long length) throws IOException {
    flush();
    WritableByteChannel client = Channels.newChannel(out);
    long before = sent;
    for (long at = offset, part = 1; part > 0 && at < offset + length; at += part) {
      begin();
      part = file.transferTo(at, Math.min(PART, offset + length - at), client);
      end();
      sent += part;
      giveWay(part);
    }
    return sent - before;
  }

  /** The bytes sent or kept so far. */
  public long sent() {
    return sent;
  }
}
