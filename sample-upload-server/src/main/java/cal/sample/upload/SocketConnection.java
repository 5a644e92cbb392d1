package cal.sample.upload;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * The common part of both protocols: how a conversation goes on, and each way in which it ends.
 *
 * <p>Thread-safe as a {@link Connection} is. (CAL paper, section 4.)
 */
abstract class SocketConnection implements Connection {

  private static final Logger LOG = System.getLogger(Connection.class.getName());

  private final Socket socket;
  private final Duration readTimeout;
  private final OutputStream out;
  private final Statistics statistics;
  private final Statistics.Tally tally;
  private boolean insideRequest;

  /** The client's requests. */
  final RequestInput in;

  SocketConnection(
      Socket socket, Protocol protocol, Statistics statistics, Duration readTimeout, int bufferSize)
      throws IOException {
    this.socket = socket;
    this.readTimeout = readTimeout;
    this.in = new RequestInput(socket, readTimeout, bufferSize);
    this.out = socket.getOutputStream();
    this.statistics = statistics;
    this.tally = statistics.join(protocol, socket.getRemoteSocketAddress());
  }

  /** Reads the rest of one request, of which at least a byte is there, and answers it. */
  abstract void answer() throws IOException;

  /** Tells the client why it is refused, where the protocol has room for it. */
  void refuse(String reason) throws IOException {}

  @Override
  public final boolean serve() {
    try {
      insideRequest = false;
      if (in.awaitRequest()) {
        insideRequest = true;
        answer();
        return true;
      }
      log(Level.DEBUG, "client left", null);
    } catch (BadRequestException bad) {
      end(Level.WARNING, bad.getMessage());
    } catch (SocketTimeoutException late) {
      end(
          Level.WARNING,
          "the rest of the request did not come within " + readTimeout.toMillis() + " ms");
    } catch (EOFException cut) {
      end(Level.WARNING, cut.getMessage());
    } catch (StoreException failure) {
      endUnstored(failure);
    } catch (IOException failure) {
      lost(failure);
    }
    close();
    return false;
  }

  /** Sends {@code length} bytes from the start of {@code answer}. */
  final void send(byte[] answer, int length) throws IOException {
    out.write(answer, 0, length);
  }

  /** Counts a request of {@code length} bytes, which is to be answered now. */
  final void count(int length) {
    statistics.count(tally, length);
  }

  /** A store that fails may fail for every client: a line a second is told, and without a stack. */
  private void endUnstored(StoreException failure) {
    log(Level.DEBUG, "is not served any more", failure);
    int failures = statistics.failed(System.nanoTime());
    String others =
        failures > 1 ? "; " + (failures - 1) + " more failures since the last such line" : "";
    end(failures > 0 ? Level.WARNING : Level.DEBUG, failure.getMessage() + others);
  }

  private void end(Level level, String reason) {
    if (socket.isClosed()) {
      log(Level.DEBUG, "closed: " + reason, null);
      return;
    }
    log(level, reason, null);
    try {
      refuse(reason);
    } catch (IOException gone) {
      log(Level.DEBUG, "could not be told: " + gone, null);
    }
    Sockets.closeInPeace(socket);
  }

  private void lost(IOException failure) {
    boolean quiet = socket.isClosed() || !insideRequest;
    log(quiet ? Level.DEBUG : Level.INFO, "connection lost: " + failure.getMessage(), null);
  }

  private void log(Level level, String what, Exception cause) {
    LOG.log(level, () -> socket.getRemoteSocketAddress() + " " + what, cause);
  }

  @Override
  public final void close() {
    statistics.leave(tally);
    Sockets.close(socket);
  }
}
