package cal.sample.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;

/**
 * A connection's input, request by request. The first byte of a request is awaited for the idle
 * timeout, the others until a deadline, so that a client that trickles cannot stay for ever.
 *
 * <p>The buffer is small while a client is idle, and grows for a head that needs it. Not
 * thread-safe: it belongs to one connection.
 */
final class Input {
  private static final int IDLE_SIZE = 512;

  private final Socket socket;
  private final InputStream in;
  private final Output out;
  private final Limits limits;
  private final boolean layered;
  private byte[] buffer = new byte[IDLE_SIZE];
  private int start;
  private int end;
  private long deadline;
  private boolean deadlineRuns;
  private int socketMillis;

  /**
   * Reads from a socket.
   *
   * @param socket whose timeout is set
   * @param in its stream, or one above it
   * @param out flushed before each wait
   * @param limits of time and bytes
   * @param layered true where the stream keeps input of its own, as that of TLS does
   */
  Input(Socket socket, InputStream in, Output out, Limits limits, boolean layered) {
    this.socket = socket;
    this.in = in;
    this.out = out;
    this.limits = limits;
    this.layered = layered;
  }

  /** Waits for the first byte of the next request; false where the client ended the stream. */
  boolean awaitRequest() throws IOException {
    deadlineRuns = false;
    if (start < end) {
      return true;
    }
    if (buffer.length > IDLE_SIZE) {
      buffer = new byte[IDLE_SIZE];
    }
    setSocketTimeout(limits.idleMillis());
    start = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }

  /** Bytes that have been read from the socket and not been taken; or 1 where nobody knows. */
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

  /** The bytes that the others name by their place; another array after each {@link #more}. */
  byte[] buffer() {
    return buffer;
  }

  /** Where the bytes begin that have not been taken. */
  int start() {
    return start;
  }

  /** Bytes of the buffer that have not been taken. */
  int length() {
    return end - start;
  }

  /** Takes bytes. */
  void take(int count) {
    start += count;
  }

  /** Reads at least one more byte behind those that are there, which move to the buffer's start. */
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

  /** Takes bytes into a part of an array, past the buffer where it has no more. */
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
    long now = System.nanoTime();
    if (!deadlineRuns) {
      deadlineRuns = true;
      deadline = now + limits.requestMillis() * 1_000_000L;
    }
    long millisLeft = (deadline - now + 999_999) / 1_000_000;
    if (millisLeft <= 0) {
      throw new SocketTimeoutException("the deadline of the request has passed");
    }
    setSocketTimeout((int) millisLeft);
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
