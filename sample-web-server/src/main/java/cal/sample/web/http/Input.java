package cal.sample.web.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A connection's input, request by request. The buffer is small while a client is idle, and grows
 * for a large head. A read that throws leaves all bytes for the next. Not thread-safe: for a single
 * connection.
 */
public final class Input {
  private static final int IDLE_SIZE = 512;

  /** Heads of browsers need this size, so a buffer grown to this size stays. */
  private static final int KEPT_SIZE = 2048;

  private final InputStream in;
  private final Output out;
  private final boolean layered;
  private byte[] buffer = new byte[IDLE_SIZE];
  private int start;
  private int end;

  /**
   * Reads from a socket.
   *
   * @param layered whether the stream may hold bytes of its own: TLS does
   * @param out flushed before each wait
   */
  public Input(InputStream in, boolean layered, Output out) {
    this.in = in;
    this.layered = layered;
    this.out = out;
  }

  /** Waits for the first byte of the next request; false where the client ended the stream. */
  public boolean awaitRequest() throws IOException {
    if (start < end) {
      return true;
    }
    if (buffer.length > KEPT_SIZE) {
      buffer = new byte[IDLE_SIZE];
    }
    start = 0;
    end = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }

  /** Whether these characters are the next bytes, as far as read. */
  boolean startsWith(String text) {
    return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1).startsWith(text);
  }

  /** Bytes read from the socket and not taken; or 1 if unknown. */
  public int buffered() {
    if (!layered || start < end) {
      return end - start;
    }
    try {
      return in.available();
    } catch (IOException unknown) {
      return 1;
    }
  }

  /** The bytes, named elsewhere by place; another array after each {@link #more}. */
  byte[] buffer() {
    return buffer;
  }

  /** The begin of the bytes not taken. */
  int start() {
    return start;
  }

  /** Bytes of the buffer not taken. */
  int length() {
    return end - start;
  }

  /** Takes bytes. */
  void take(int count) {
    start += count;
  }

  /** Reads at least another byte behind the bytes there, which move to the buffer's start. */
  void more() throws IOException, HttpException {
    System.arraycopy(buffer, start, buffer, 0, end - start);
    end -= start;
    start = 0;
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * end);
    }
    out.flush();
    try {
      int count = in.read(buffer, end, buffer.length - end);
      if (count < 0) {
        throw new EOFException("the stream ended inside a request");
      }
      end += count;
    } catch (SocketTimeoutException late) {
      throw new HttpException(408, "the rest of the request did not come in time");
    }
  }

  /** Waits until so many bytes are there, and not taken. */
  private void await(int length) throws IOException, HttpException {
    while (length > end - start) {
      more();
    }
  }

  /** A byte not taken, so many bytes behind the next. */
  int at(int place) throws IOException, HttpException {
    await(place + 1);
    return buffer[start + place] & 0xff;
  }

  /** A copy of bytes not taken, from so many behind the next on. */
  byte[] bytes(int from, int length) throws IOException, HttpException {
    await(from + length);
    return Arrays.copyOfRange(buffer, start + from, start + from + length);
  }
}
