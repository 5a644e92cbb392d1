package cal.sample.upload;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * A socket's input, request by request: waits for the first byte of a request without limit, and
 * for the rest until a deadline, so a trickling client cannot stay for ever.
 *
 * <p>The deadline starts when a request is first found incomplete. Buffered bytes cost neither a
 * clock nor a socket option. Not thread-safe: for a single connection.
 */
final class RequestInput {

  private final Socket socket;
  private final InputStream in;
  private final Duration timeout;
  private final byte[] buffer;
  private int start;
  private int end;
  private long deadline;
  private boolean deadlineRuns;
  private int socketMillis;

  RequestInput(Socket socket, Duration timeout, int capacity) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.timeout = timeout;
    this.buffer = new byte[capacity];
  }

  /** Waits for the first byte of the next request; false where the client ended the stream. */
  boolean awaitRequest() throws IOException {
    deadlineRuns = false;
    if (start < end) {
      return true;
    }
    setSocketTimeout(0);
    start = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }

  /** Returns the bytes read by {@link #require} and {@link #requireMore}. */
  byte[] buffer() {
    return buffer;
  }

  /** Returns where the unread bytes begin in {@link #buffer()}. */
  int position() {
    return start;
  }

  /** Returns how many unread bytes are buffered. */
  int available() {
    return end - start;
  }

  /** Takes {@code count} buffered bytes as read. */
  void skip(int count) {
    start += count;
  }

  /** Reads until {@code count} bytes, at most the capacity, are buffered in a piece. */
  void require(int count) throws IOException {
    while (available() < count) {
      requireMore();
    }
  }

  /** Reads at least another byte of the request into the buffer, which must not be full. */
  void requireMore() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    end += readBeforeDeadline(buffer, end, buffer.length - end);
  }

  /** Reads {@code length} bytes into {@code target}, past an empty buffer. */
  void readFully(byte[] target, int length) throws IOException {
    int count = Math.min(length, available());
    System.arraycopy(buffer, start, target, 0, count);
    start += count;
    while (count < length) {
      count += readBeforeDeadline(target, count, length - count);
    }
  }

  private int readBeforeDeadline(byte[] target, int offset, int length) throws IOException {
    long now = System.nanoTime();
    if (!deadlineRuns) {
      deadlineRuns = true;
      deadline = now + timeout.toNanos();
    }
    long millisLeft = (deadline - now + 999_999) / 1_000_000;
    if (millisLeft <= 0) {
      throw new SocketTimeoutException("the deadline of the request has passed");
    }
    setSocketTimeout((int) Math.min(millisLeft, Integer.MAX_VALUE));
    int count = in.read(target, offset, length);
    if (count < 0) {
      throw new EOFException("the stream ended inside a request");
    }
    return count;
  }

  private void setSocketTimeout(int millis) throws IOException {
    if (millis != socketMillis) {
      socket.setSoTimeout(millis);
      socketMillis = millis;
    }
  }
}
