package cal.sample.web.http;

import cal.sample.web.net.TimedInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;

/**
 * A connection's input, request by request. The first byte of a request is awaited for the idle
 * timeout, the others until a deadline ({@link TimedInput}), so a trickling client cannot stay for
 * ever.
 *
 * <p>The buffer is small while a client is idle, and grows for a large head. Not thread-safe: for a
 * single connection.
 */
final class Input {
  private static final int IDLE_SIZE = 512;

  /** Heads of browsers need this size, so a buffer grown to this size stays. */
  private static final int KEPT_SIZE = 2048;

  private final TimedInput timed;
  private final InputStream in;
  private final Output out;
  private final Limits limits;
  private final boolean layered;
  private byte[] buffer = new byte[IDLE_SIZE];
  private int start;
  private int end;
  private boolean inside;

  /**
   * Reads from a socket.
   *
   * @param timed the socket's input
   * @param in the same, or the input of TLS above
   * @param out flushed before each wait
   * @param limits of time and bytes
   */
  Input(TimedInput timed, InputStream in, Output out, Limits limits) {
    this.timed = timed;
    this.in = in;
    this.out = out;
    this.limits = limits;
    this.layered = in != timed;
  }

  /** Waits for the first byte of the next request; false where the client ended the stream. */
  boolean awaitRequest() throws IOException {
    inside = false;
    if (start < end) {
      return true;
    }
    if (buffer.length > KEPT_SIZE) {
      buffer = new byte[IDLE_SIZE];
    }
    timed.within(limits.idleMillis());
    start = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }

  /** Has the socket wait for the idle timeout, where somebody else waits for the next request. */
  void rest() throws IOException {
    if (start == end) {
      timed.within(limits.idleMillis());
      timed.arm();
    }
  }

  /** Whether these characters are the next bytes, as far as read. */
  boolean startsWith(String text) {
    boolean same = end - start >= text.length();
    for (int i = 0; same && i < text.length(); i++) {
      same = buffer[start + i] == text.charAt(i);
    }
    return same;
  }

  /** Bytes read from the socket and not taken; or 1 if unknown. */
  int buffered() {
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
  void more() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * end);
    }
    end += readBeforeDeadline(buffer, end, buffer.length - end);
  }

  /** Takes the next byte. */
  int next() throws IOException {
    if (start == end) {
      more();
    }
    return buffer[start++] & 0xff;
  }

  /** Takes bytes into a part of an array, past an empty buffer. */
  void readFully(byte[] target, int offset, int length) throws IOException {
    int count = Math.min(length, end - start);
    System.arraycopy(buffer, start, target, offset, count);
    start += count;
    while (count < length) {
      count += readBeforeDeadline(target, offset + count, length - count);
    }
  }

  private int readBeforeDeadline(byte[] target, int offset, int length) throws IOException {
    out.flush();
    if (!inside) {
      inside = true;
      timed.within(limits.requestMillis());
    }
    try {
      int count = in.read(target, offset, length);
      if (count < 0) {
        throw new EOFException("the stream ended inside a request");
      }
      return count;
    } catch (SocketTimeoutException late) {
      throw new LateException(late);
    }
  }

  /** The rest of a request did not come in time. */
  static final class LateException extends IOException {
    private static final long serialVersionUID = 1;

    private LateException(SocketTimeoutException cause) {
      super("the rest of the request did not come in time", cause);
    }
  }
}
