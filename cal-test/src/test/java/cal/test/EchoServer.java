package cal.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/** A plain server, woven beside its tests: it sends back each byte, and tells a probe of each. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Runnable probe;

  EchoServer(Runnable probe) throws IOException {
    this.probe = probe;
    listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
  }

  int port() {
    return listener.getLocalPort();
  }

  void run() {
    while (accept())
      ;
  }

  boolean accept() {
    try {
      EchoConnection connection = new EchoConnection(listener.accept(), probe);
      while (connection.serve())
        ;
      return true;
    } catch (SocketException closed) {
      return false;
    } catch (IOException failure) {
      throw new IllegalStateException("port=" + port(), failure);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
