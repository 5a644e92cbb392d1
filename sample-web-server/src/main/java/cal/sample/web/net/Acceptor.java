package cal.sample.web.net;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Accepts clients and serves each, one after the other (JAWS, the acceptor).
 *
 * <p>Not thread-safe, except {@link #close()}, {@link #isOpen()} and {@link #port()}.
 */
public final class Acceptor implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final long PAUSE_MILLIS = 100;

  /** How often to look at the clients. */
  private static final int LOOK_MILLIS = 1_000;

  /** Connections to look at before a second has passed, to forget closed connections. */
  private static final int ROOM = 64;

  private static final Logger LOG = System.getLogger(Acceptor.class.getName());

  private final ServerSocket listener;
  private final Protocol protocol;
  private final List<Connection> connections = new ArrayList<>();
  private int room = ROOM;
  private long lookedAt = System.nanoTime();
  private boolean outage;

  /**
   * Listens on an address.
   *
   * @param address of the acceptor; port 0 takes a free port
   * @param protocol to speak with the clients
   * @throws IOException if the address is unknown, in use or not permitted
   */
  public Acceptor(InetSocketAddress address, Protocol protocol) throws IOException {
    this.listener = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
    this.protocol = protocol;
    listener.setSoTimeout(LOOK_MILLIS);
    // Logging needs the time zone, which comes from a file: too late when no descriptor is left.
    LOG.log(Level.DEBUG, "listening, time zone {0}", ZoneId.systemDefault());
  }

  /**
   * Tells the port.
   *
   * @return the port listened on
   */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Tells whether clients may come. Otherwise connections end after their next answer.
   *
   * @return false once the listening socket is closed, by whomever
   */
  public boolean isOpen() {
    return !listener.isClosed();
  }

  /** Accepts clients until the acceptor is closed. */
  public void run() {
    while (accept())
      ;
  }

  /**
   * Accepts a client, or none within a second, and serves the client to the end. Where accepting
   * fails, for want of a file descriptor above all, the acceptor rests for 100 ms and goes on. Once
   * a second the acceptor ends connections whose clients take nothing, served elsewhere meanwhile.
   *
   * @return true while the acceptor is open; false once closed, or its thread interrupted
   */
  public boolean accept() {
    watch();
    Socket socket;
    try {
      socket = listener.accept();
    } catch (SocketTimeoutException nobody) {
      return true;
    } catch (IOException | OutOfMemoryError failure) {
      return isOpen() && pause(failure);
    }
    if (outage) {
      outage = false;
      LOG.log(Level.INFO, "accepting again on port=" + port());
    }
    Connection connection = open(socket);
    if (connection != null) {
      connections.add(connection);
      while (connection.serve())
        ;
    }
    return true;
  }

  private void watch() {
    long now = System.nanoTime();
    if (connections.size() >= room || now - lookedAt >= LOOK_MILLIS * 1_000_000L) {
      connections.removeIf(connection -> !connection.watch());
      room = 2 * connections.size() + ROOM;
      lookedAt = now;
    }
  }

  /** Want of memory ends its own client alone. */
  private Connection open(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      return protocol.open(socket, this);
    } catch (IOException | OutOfMemoryError failure) {
      Sockets.close(socket);
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " is not served: " + failure);
      return null;
    }
  }

  private boolean pause(Throwable failure) {
    if (!outage) {
      outage = true;
      LOG.log(
          Level.WARNING,
          "cannot accept on port="
              + port()
              + ": "
              + failure.getMessage()
              + "; trying again every 100 ms (raise the limit of open files, or -Xmx)");
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
      listener.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing the listener", failure);
    }
  }
}
