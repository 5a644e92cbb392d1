package cal.bench.micro;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/** A plain, sequential server; its accepting and its connections are captured. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket listener;

  EchoServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  void run() throws IOException {
    while (accept())
      ;
  }

  /** True until it is closed. */
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
