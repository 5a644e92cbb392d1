package cal.simulation.internal.net;

import cal.simulation.internal.jdk.PlatformChannels;
import cal.simulation.seam.Seam;
import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/**
 * The channels and selectors of the process: those of the run's network for simulated threads, the
 * JDK's for others. Made by the JDK, by the system property of its name. Stateless.
 */
public final class SimulatedProvider extends SelectorProvider {
  private final SelectorProvider platform = PlatformChannels.provider();

  /** Made by the JDK. */
  public SimulatedProvider() {}

  @Override
  public DatagramChannel openDatagramChannel() throws IOException {
    Seam.real("a datagram channel; only TCP is simulated");
    return platform.openDatagramChannel();
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
    Seam.real("a datagram channel; only TCP is simulated");
    return platform.openDatagramChannel(family);
  }

  @Override
  public Pipe openPipe() throws IOException {
    Seam.real("a pipe; use a queue");
    return platform.openPipe();
  }

  @Override
  public AbstractSelector openSelector() throws IOException {
    Network network = Network.here();
    return network == null ? platform.openSelector() : new SimulatedSelector(this, network);
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() throws IOException {
    Network network = Network.here();
    return network == null
        ? platform.openServerSocketChannel()
        : new SimulatedServerChannel(this, new Endpoint(network));
  }

  @Override
  public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
    return isOfInternet(family)
        ? openServerSocketChannel()
        : platform.openServerSocketChannel(family);
  }

  @Override
  public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
    return isOfInternet(family) ? openSocketChannel() : platform.openSocketChannel(family);
  }

  /** Whether the family is the network's; another is real, and refused in a run. */
  private static boolean isOfInternet(ProtocolFamily family) {
    if (family == StandardProtocolFamily.INET || family == StandardProtocolFamily.INET6) {
      return Network.here() != null;
    }
    Seam.real("a channel of the family " + family.name() + "; only TCP is simulated");
    return false;
  }

  @Override
  public SocketChannel openSocketChannel() throws IOException {
    Network network = Network.here();
    return network == null
        ? platform.openSocketChannel()
        : new SimulatedChannel(this, new Endpoint(network));
  }
}
