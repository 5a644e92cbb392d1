package cal.sample.upload;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.ZoneId;

/**
 * Listens for clients of a {@link Service} and serves each, one after the other.
 *
 * <p>Not thread-safe, but for {@link #close()} and {@link #port()}. (CAL paper, sections 1 and 4.)
 */
public final class Listener implements AutoCloseable {

  /** Connections held by the system until accepted. */
  public static final int BACKLOG = 4096;

  /** The rest after a failed accept, in milliseconds. */
  public static final long PAUSE_MILLIS = 100;

  private static final Logger LOG = System.getLogger(Listener.class.getName());

  private final ServerSocket serverSocket;
  private final Service service;
  private boolean outage;

  /**
   * Listens on an address.
   *
   * @param address of the listener; port 0 takes a free port
   * @param service the protocol of the clients
   * @throws IOException if the address is unknown, in use or not permitted
   */
  public Listener(InetSocketAddress address, Service service) throws IOException {
    this(new ServerSocket(address.getPort(), BACKLOG, address.getAddress()), service);
  }

  Listener(ServerSocket serverSocket, Service service) {
    this.serverSocket = serverSocket;
    this.service = service;
    // Logging needs the time zone, which comes from a file: too late when no descriptor is left.
    LOG.log(Level.DEBUG, "listening, time zone {0}", ZoneId.systemDefault());
  }

  /** Returns the port listened on. */
  public int port() {
    return serverSocket.getLocalPort();
  }

  /** Accepts clients until the listener is closed. */
  public void run() {
    while (accept())
      ;
  }

  /**
   * Accepts a client and serves the client to the end.
   *
   * <p>Where accepting fails, for want of a file descriptor above all, the listener logs once an
   * outage, rests for {@value #PAUSE_MILLIS} ms and goes on: no connected client is harmed.
   *
   * @return true while the listener is open; false once closed, or its thread interrupted
   */
  public boolean accept() {
    Socket socket;
    try {
      socket = serverSocket.accept();
    } catch (IOException failure) {
      return !serverSocket.isClosed() && pause(failure);
    }
    if (outage) {
      outage = false;
      LOG.log(Level.INFO, "accepting again on port={0}", text(port()));
    }
    Connection connection = open(socket);
    if (connection != null) {
      while (connection.serve())
        ;
    }
    return true;
  }

  private Connection open(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      return service.open(socket);
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " left at once: " + failure);
      Sockets.close(socket);
      return null;
    }
  }

  private boolean pause(IOException failure) {
    if (!outage) {
      outage = true;
      LOG.log(
          Level.WARNING,
          "cannot accept on port={0}: {1}; trying again every {2} ms (raise the limit of open"
              + " files, or have fewer clients)",
          text(port()),
          failure.getMessage(),
          text(PAUSE_MILLIS));
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      close();
      return false;
    }
  }

  /** Stops listening; a waiting {@link #accept()} returns false. Idempotent, from any thread. */
  @Override
  public void close() {
    try {
      serverSocket.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing the listener", failure);
    }
  }

  /** Without the grouping marks of a message format. */
  private static String text(long number) {
    return Long.toString(number);
  }
}
