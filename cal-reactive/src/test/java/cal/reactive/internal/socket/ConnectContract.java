package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connecting: to somebody, to nobody, and to somebody who does not answer. */
abstract class ConnectContract extends SocketFixture {
  ConnectContract(SocketContract contract) {
    super(contract);
  }

  /** An address at which nobody listens, since a socket that does not is bound to it. */
  private InetSocketAddress deaf() throws IOException {
    Socket bound = closeAtEnd(new Socket());
    bound.bind(loopback());
    return (InetSocketAddress) bound.getLocalSocketAddress();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60_000})
  void shouldConnectWithAndWithoutATimeout(int timeout) throws Exception {
    ServerSocket server = listening(contract.there());
    Socket here = socket();
    here.connect(server.getLocalSocketAddress(), timeout);
    Socket there = closeAtEnd(callThere(server::accept).get());
    Ends ends = new Ends(here, there);
    assertThat(here.getSoTimeout()).as("that of connecting is not that of reading").isZero();
    byte[] sent = randomBytes(1_000_000, 1);
    Call<byte[]> peer = callThere(() -> ends.peerIn().readAllBytes());
    ends.out().write(sent);
    here.shutdownOutput();
    assertThat(Arrays.equals(peer.get(), sent)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60_000})
  void shouldBeRefusedWhereNobodyListens(int timeout) throws Exception {
    InetSocketAddress address = deaf();
    Socket here = socket();
    assertThatThrownBy(() -> here.connect(address, timeout))
        .isInstanceOf(ConnectException.class)
        .hasMessage("Connection refused");
    assertThat(here.isClosed()).as("a socket that failed to connect is closed").isTrue();
    assertThat(here.isConnected()).isFalse();
    assertThatThrownBy(() -> here.connect(address))
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket is closed");
  }

  @Test
  void shouldGiveUpConnectingInTime() throws Exception {
    InetSocketAddress address = silent();
    Socket here = socket();
    long begin = System.nanoTime();
    assertThatThrownBy(() -> here.connect(address, 100))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("Connect timed out");
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .as("the JDK counts in milliseconds, and may begin late in one")
        .isGreaterThanOrEqualTo(Duration.ofMillis(98));
    assertThat(here.isClosed()).isTrue();
    assertThat(here.isConnected()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60_000})
  void shouldWakeAConnecterWhenAnotherThreadCloses(int timeout) throws Exception {
    InetSocketAddress address = silent();
    Socket here = socket();
    Call<Void> connecter = start(() -> here.connect(address, timeout)).blockedIn("connect");
    here.close();
    assertThat(connecter.thrown()).isInstanceOf(SocketException.class).hasMessage("Socket closed");
    assertThat(here.isConnected()).isFalse();
  }

  @Test
  void shouldConnectWhenThereIsRoomAgain() throws Exception {
    ServerSocket server = closeAtEnd(contract.there().sockets().serverSocket());
    server.bind(loopback(), 1);
    Call<Void> server20 =
        startThere(
            () -> {
              for (int i = 0; i < 20; i++) {
                closeAtEnd(server.accept()).getOutputStream().write(i);
              }
            });
    for (int i = 0; i < 20; i++) {
      Socket here = socket();
      here.connect(server.getLocalSocketAddress());
      assertThat(here.getInputStream().read()).isEqualTo(i);
    }
    server20.get();
  }

  @Test
  void shouldNotKnowAHostThatDoesNotExist() throws Exception {
    Socket here = socket();
    assertThatThrownBy(() -> here.connect(InetSocketAddress.createUnresolved("nobody.invalid", 80)))
        .isInstanceOf(UnknownHostException.class);
    assertThat(here.isClosed()).isTrue();
  }

  @Test
  void shouldConnectToTheLocalHostForTheWildcardAddress() throws Exception {
    ServerSocket server = closeAtEnd(contract.there().sockets().serverSocket());
    server.bind(null);
    Socket jdk = closeAtEnd(new Socket());
    jdk.connect(new InetSocketAddress(server.getLocalPort()));
    Socket here = socket();
    here.connect(new InetSocketAddress(server.getLocalPort()));
    assertThat(here.getInetAddress()).isEqualTo(jdk.getInetAddress());
    assertThat(here.getPort()).isEqualTo(server.getLocalPort());
  }

  @Test
  void shouldConnectOverIpv6() throws Exception {
    ServerSocket server = closeAtEnd(contract.there().sockets().serverSocket());
    byte[] one = new byte[16];
    one[15] = 1;
    InetAddress loopback = InetAddress.getByAddress(one);
    try {
      server.bind(new InetSocketAddress(loopback, 0));
    } catch (SocketException none) {
      assumeTrue(false, "no IPv6 here: " + none);
    }
    Socket here = socket();
    here.connect(server.getLocalSocketAddress());
    Socket there = closeAtEnd(callThere(server::accept).get());
    assertThat(here.getInetAddress()).isEqualTo(loopback);
    assertThat(here.getLocalAddress()).isEqualTo(there.getInetAddress());
    assertThat(there.getPort()).isEqualTo(here.getLocalPort());
    send(new Ends(here, there), (byte) 6);
    assertThat(here.getInputStream().read()).isEqualTo(6);
  }

  @Test
  void shouldConnectFromWhereItIsBound() throws Exception {
    ServerSocket server = listening(contract.there());
    Socket here = socket();
    assertThat(here.isBound()).isFalse();
    here.bind(loopback());
    int port = here.getLocalPort();
    assertThat(port).isPositive();
    assertThat(here.isBound()).isTrue();
    assertThat(here.isConnected()).isFalse();
    assertThatThrownBy(() -> here.bind(loopback()))
        .isInstanceOf(SocketException.class)
        .hasMessage("Already bound");
    here.connect(server.getLocalSocketAddress());
    assertThat(here.getLocalPort()).isEqualTo(port);
    assertThat(closeAtEnd(callThere(server::accept).get()).getPort()).isEqualTo(port);
    assertThatThrownBy(() -> here.connect(server.getLocalSocketAddress()))
        .isInstanceOf(SocketException.class)
        .hasMessage("Already connected");
    assertThat(here.isClosed()).as("a second connect does no harm").isFalse();
  }

  @Test
  void shouldRefuseAnAddressThatIsTakenOrNotItsOwn() throws Exception {
    ServerSocket taken = listening();
    Socket here = socket();
    assertThatThrownBy(() -> here.bind(taken.getLocalSocketAddress()))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith("Address already in use");
    assertThatThrownBy(() -> here.bind(new InetSocketAddress("192.0.2.1", 0)))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith("Cannot assign requested address");
    assertThat(here.isBound()).isFalse();
    here.bind(loopback());
    assertThat(here.isBound()).isTrue();
  }
}
