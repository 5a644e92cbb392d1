package cal.cli.load;

import cal.cli.load.result.ErrorKind;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * Opens clients' sockets. Confined to a loop.
 *
 * <p>Clients close first, so their side keeps the port in TIME_WAIT for a minute: a single source
 * address would be out of ports after some 28,000 short sessions. Resetting the connection instead
 * (SO_LINGER 0) would spare the port, but show the server an error in place of the end of the
 * stream. So on Linux, where all of 127.0.0.0/8 is local, sessions with a server on the loopback
 * interface go round {@value #SOURCES} source addresses; elsewhere a lack of ports is counted as
 * {@link ErrorKind#CONNECT_FAILED}.
 */
final class Connector {
  private static final int SOURCES = 250;

  private final InetSocketAddress server;
  private final boolean spread;
  private int next;

  Connector(InetSocketAddress server) {
    this.server = server;
    InetAddress address = server.getAddress();
    spread =
        address instanceof Inet4Address
            && address.isLoopbackAddress()
            && System.getProperty("os.name").equals("Linux");
  }

  /**
   * Starts to connect; {@link SocketChannel#isConnected()} tells whether the connection is there
   * already.
   */
  SocketChannel open() throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (spread) {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel.bind(new InetSocketAddress(source(), 0));
      }
      channel.connect(server);
      return channel;
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
  }

  private InetAddress source() throws IOException {
    next = (next + 1) % SOURCES;
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + next)});
  }
}
