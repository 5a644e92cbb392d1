package acme;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/** Sends back what clients send; one client after the other. */
public final class EchoServer implements AutoCloseable {
  private final ServerSocket listener;

  public EchoServer(int port) throws IOException {
    listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
  }

  public static void main(String[] port) throws IOException {
    EchoServer server = new EchoServer(Integer.parseInt(port[0]));
    System.out.println(server.port());
    server.run();
  }

  public int port() {
    return listener.getLocalPort();
  }

  public void run() throws IOException {
    while (accept())
      ;
  }

  boolean accept() throws IOException {
    try {
      EchoConnection connection = new EchoConnection(listener.accept());
      while (connection.serve())
        ;
      return true;
    } catch (SocketException closed) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
