package cal.sample.web.net;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Accepts clients and serves each, one after the other (JAWS, the acceptor).
 *
 * <p>Not thread-safe, except {@link #close()}, {@link #isOpen()} and {@link #port()}.
 */
public class Acceptor implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final long PAUSE_MILLIS = 100;
  private static final Logger LOG = System.getLogger(Acceptor.class.getName());

  private final ServerSocket listener;
  private final Protocol protocol;
  private boolean outage;

  /**
   * Listens on an address.
   *
   * @param address of the acceptor; port 0 takes a free port
   * @param protocol to speak with the clients
   * @throws IOException if the address is unknown, in use or not permitted
   */
  public Acceptor(InetSocketAddress address, Protocol protocol) throws IOException {
    this(new ServerSocket(address.getPort(), BACKLOG, address.getAddress()), protocol);
  }

  /** Takes a listener; an unbound listener is for an acceptor that accepts in another way. */
  protected Acceptor(ServerSocket listener, Protocol protocol) {
    this.listener = listener;
    this.protocol = protocol;
  }

  /** The port listened on. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Whether clients may come. Otherwise connections end after their next answer. */
  public boolean isOpen() {
    return !listener.isClosed();
  }

  /** Accepts clients until the acceptor is closed. */
  public void run() {
    while (accept())
      ;
  }

  /**
   * Accepts a client, and serves the client to the end. Where accepting fails, for want of a file
   * descriptor above all, the acceptor rests for 100 ms and goes on.
   *
   * @return true while the acceptor is open; false once closed, or its thread interrupted
   */
  public boolean accept() {
    Socket socket;
    try {
      socket = listener.accept();
    } catch (IOException failure) {
      return isOpen() && pause(failure);
    }
    outage = false;
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
      return protocol.open(socket, this);
    } catch (IOException failure) {
      Sockets.close(socket);
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " is not served: " + failure);
      return null;
    }
  }

  private boolean pause(IOException failure) {
    if (!outage) {
      outage = true;
      String told = "cannot accept on port=" + port() + ": " + failure.getMessage();
      LOG.log(Level.WARNING, told + "; trying again every 100 ms (raise the limit of open files)");
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
