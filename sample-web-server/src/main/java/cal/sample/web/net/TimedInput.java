package cal.sample.web.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * The bytes of a socket within a shared time of several reads: each waits for the rest of the time.
 * TLS reads here, too, so a client cannot stretch a record.
 *
 * <p>Not thread-safe: for a single connection.
 */
public final class TimedInput extends InputStream {
  private final Socket socket;
  private final InputStream in;
  private int millis;
  private long deadline;
  private boolean running;
  private int socketMillis;

  public TimedInput(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /** Sets the time, from the next read on. */
  public void within(int limitMillis) {
    millis = limitMillis;
    running = false;
  }

  /** Sets the socket's timeout now, for whoever waits for input in the place of a read. */
  public void arm() throws IOException {
    setSocketTimeout(millis);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    setSocketTimeout(millisLeft());
    return in.read(target, offset, length);
  }

  private int millisLeft() throws IOException {
    long now = System.nanoTime();
    if (!running) {
      running = true;
      deadline = now + millis * 1_000_000L;
      return millis;
    }
    long left = (deadline - now + 999_999) / 1_000_000;
    if (left <= 0) {
      throw new SocketTimeoutException("the time has passed");
    }
    return (int) left;
  }

  private void setSocketTimeout(int timeout) throws IOException {
    if (timeout != socketMillis) {
      socket.setSoTimeout(timeout);
      socketMillis = timeout;
    }
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }
}
