package cal.cluster;

import cal.core.internal.support.CalThread;
import cal.core.internal.support.Opening;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers searches for a server in the local network, by multicast (RFC 1112), with the server's
 * address. Nothing in a packet is trusted: a member proves itself at the connection. Thread-safe.
 *
 * <p>Hazelcast has a search by multicast, too, which reads objects from packets of anybody, before
 * any proof. So Hazelcast's search stays off.
 */
final class Beacon implements AutoCloseable {
  private static final String GROUP = "239.255.67.65";
  private static final int PORT = 5702;
  private static final String SEARCH = "CAL cluster?";
  private static final String ANSWER = "CAL cluster ";
  private static final int LONGEST = 300;
  private static final int PATIENCE_MILLIS = 1_000;

  /** Between two attempts where the network is down. */
  static final int PAUSE_MILLIS = 1_000;

  private final MulticastSocket socket;
  private final byte[] answer;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * Begins to answer.
   *
   * @param host of the network in which to answer
   * @param address the server's, {@code HOST:PORT}
   */
  Beacon(String host, String address) {
    this(socket(host), address);
  }

  /** Answers the packets of a socket, and closes the socket. */
  Beacon(MulticastSocket socket, String address) {
    this.socket = socket;
    this.answer = (ANSWER + address).getBytes(StandardCharsets.UTF_8);
    try (Opening opening = new Opening()) {
      opening.get(() -> this, Beacon::close);
      opening.run(CalThread.ofRounds("cal-cluster-beacon", this::answer)::start);
      opening.complete();
    }
  }

  private static MulticastSocket socket(String host) {
    try {
      return listening(networkOf(host));
    } catch (IOException refused) {
      throw new ConfigurationException(
          "cal.cluster.join=multicast: this process cannot listen to the local network of "
              + host
              + ": "
              + refused.getMessage(),
          refused);
    }
  }

  private static MulticastSocket listening(NetworkInterface network) throws IOException {
    try (Opening opening = new Opening()) {
      MulticastSocket listening =
          opening.get(() -> new MulticastSocket(PORT), MulticastSocket::close);
      listening.joinGroup(new InetSocketAddress(GROUP, 0), network);
      opening.complete();
      return listening;
    }
  }

  private boolean answer() {
    try {
      DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
      socket.receive(packet);
      if (text(packet).equals(SEARCH)) {
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      }
      return true;
    } catch (IOException lost) {
      return !isClosedAfterPause(); // Lost is a packet, or the network: who looks asks again.
    }
  }

  private boolean isClosedAfterPause() {
    try {
      return closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      return closed.getCount() == 0; // nobody else ends the thread
    }
  }

  /**
   * Asks once for a server.
   *
   * @param host of the network of the search
   * @return the address of the first answer; empty if none comes within a second
   */
  static Optional<String> find(String host) {
    byte[] search = SEARCH.getBytes(StandardCharsets.UTF_8);
    try (MulticastSocket asking = new MulticastSocket(0)) {
      asking.setNetworkInterface(networkOf(host));
      asking.setSoTimeout(PATIENCE_MILLIS);
      asking.send(new DatagramPacket(search, search.length, new InetSocketAddress(GROUP, PORT)));
      DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
      asking.receive(packet);
      String text = text(packet);
      return text.startsWith(ANSWER)
          ? Optional.of(ClusterSettings.address(text.substring(ANSWER.length())))
          : Optional.empty();
    } catch (SocketTimeoutException | IllegalArgumentException none) {
      return Optional.empty();
    } catch (IOException refused) {
      throw new ConfigurationException(
          "cal.cluster.join=multicast: the local network of "
              + host
              + " cannot be asked: "
              + refused.getMessage(),
          refused);
    }
  }

  private static String text(DatagramPacket packet) {
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
  }

  private static NetworkInterface networkOf(String host) throws IOException {
    NetworkInterface network = NetworkInterface.getByInetAddress(InetAddress.getByName(host));
    if (network == null) {
      throw new IOException("no network of this machine has that address");
    }
    return network;
  }

  @Override
  public void close() {
    socket.close();
    closed.countDown();
  }
}
