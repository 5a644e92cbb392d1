package cal.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The same connection on a virtual thread, by hand: no call here is captured. */
final class EchoByHand implements AutoCloseable {
  private final ServerSocket listener;

  EchoByHand() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serveOne);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  private void serveOne() {
    try (EchoConnection connection = new EchoConnection(listener.accept())) {
      while (connection.serve())
        ;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
