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
 * The common part of both protocols: the course of a conversation, and each way to end.
 *
 * <p>Thread-safe like a {@link Connection}. (CAL paper, section 4.)
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

  /** Reads the rest of a request, with at least a byte there, and answers. */
  abstract void answer() throws IOException;

  /** Tells the client the reason of a refusal, where the protocol has room. */
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

  @Override
  public final void tooBusy() {
    try {
      insideRequest = false;
      if (in.awaitRequest()) {
        insideRequest = true;
        turnAway();
      }
    } catch (IOException failure) {
      lost(failure);
      close();
    }
  }

  /** Reads the rest of a request, and refuses it; where the protocol has no room, by an end. */
  void turnAway() throws IOException {
    end(Level.DEBUG, "too busy");
  }

  /** Sends {@code length} bytes from the start of {@code answer}. */
  final void send(byte[] answer, int length) throws IOException {
    out.write(answer, 0, length);
  }

  /** Counts a request of {@code length} bytes, which is to be answered now. */
  final void count(int length) {
    statistics.count(tally, length);
  }

  /** A failing store may fail for every client: the log has a line a second, without a stack. */
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
