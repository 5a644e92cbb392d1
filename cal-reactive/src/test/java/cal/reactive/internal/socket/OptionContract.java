package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Options: what is set is got, takes effect, and outlives connecting. */
abstract class OptionContract extends SocketFixture {
  OptionContract(SocketContract contract) {
    super(contract);
  }

  private static void roundTrip(Socket socket) throws IOException {
    for (boolean on : new boolean[] {true, false, true}) {
      socket.setTcpNoDelay(on);
      assertThat(socket.getTcpNoDelay()).isEqualTo(on);
      socket.setKeepAlive(on);
      assertThat(socket.getKeepAlive()).isEqualTo(on);
      socket.setReuseAddress(on);
      assertThat(socket.getReuseAddress()).isEqualTo(on);
      socket.setOOBInline(on);
      assertThat(socket.getOOBInline()).isEqualTo(on);
      socket.setOption(StandardSocketOptions.TCP_NODELAY, !on);
      assertThat(socket.getTcpNoDelay()).as("one option, two ways").isEqualTo(!on);
      assertThat(socket.getOption(StandardSocketOptions.SO_KEEPALIVE)).isEqualTo(on);
    }
    socket.setSendBufferSize(20_000);
    assertThat(socket.getSendBufferSize()).isGreaterThanOrEqualTo(20_000);
    socket.setReceiveBufferSize(30_000);
    assertThat(socket.getReceiveBufferSize()).isGreaterThanOrEqualTo(30_000);
    socket.setTrafficClass(0x10);
    assertThat(socket.getTrafficClass()).isEqualTo(0x10);
    assertThat(socket.getSoLinger()).as("does not linger by itself").isEqualTo(-1);
    socket.setSoLinger(true, 3);
    assertThat(socket.getSoLinger()).isEqualTo(3);
    assertThat(socket.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(3);
    socket.setSoLinger(true, 70_000);
    assertThat(socket.getSoLinger()).isEqualTo(65_535);
    socket.setSoLinger(false, 5);
    assertThat(socket.getSoLinger()).isEqualTo(-1);
    socket.setSoTimeout(1_234);
    assertThat(socket.getSoTimeout()).isEqualTo(1_234);
  }

  @Test
  void shouldReturnWhatWasSet() throws Exception {
    roundTrip(socket());
    Socket bound = socket();
    bound.bind(loopback());
    roundTrip(bound);
    roundTrip(connect().here());
  }

  @Test
  void shouldKeepWhenConnectedWhatWasSetBefore() throws Exception {
    ServerSocket server = listening(contract.there());
    Socket here = socket();
    here.setTcpNoDelay(true);
    here.setKeepAlive(true);
    here.setOOBInline(true);
    here.setSoLinger(true, 9);
    here.setSoTimeout(4_321);
    here.setSendBufferSize(20_000);
    here.setReceiveBufferSize(30_000);
    here.setTrafficClass(0x08);
    here.connect(server.getLocalSocketAddress());
    assertThat(here.getTcpNoDelay() && here.getKeepAlive() && here.getOOBInline()).isTrue();
    assertThat(here.getSoLinger()).isEqualTo(9);
    assertThat(here.getSoTimeout()).isEqualTo(4_321);
    assertThat(here.getSendBufferSize()).isBetween(20_000, 60_000);
    assertThat(here.getReceiveBufferSize()).isBetween(30_000, 90_000);
    assertThat(here.getTrafficClass()).isEqualTo(0x08);
  }

  @Test
  void shouldHandDownTheServersBuffersToWhatItAccepts() throws Exception {
    ServerSocket server = serverSocket();
    server.setReceiveBufferSize(40_000);
    int size = server.getReceiveBufferSize();
    assertThat(size).isGreaterThanOrEqualTo(40_000);
    server.bind(loopback());
    connectPeer(server);
    assertThat(closeAtEnd(server.accept()).getReceiveBufferSize()).isEqualTo(size);
  }

  @Test
  void shouldHandDownTheServersTrafficClassToWhatItAccepts() throws Exception {
    ServerSocket server = serverSocket();
    server.setOption(StandardSocketOptions.IP_TOS, 0x10);
    assertThat(server.getOption(StandardSocketOptions.IP_TOS)).isEqualTo(0x10);
    assertThatThrownBy(() -> server.setOption(StandardSocketOptions.IP_TOS, 256))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid IP_TOS value");
    server.bind(loopback());
    connectPeer(server);
    assertThat(closeAtEnd(server.accept()).getTrafficClass()).isEqualTo(0x10);
    server.close();
    assertThatThrownBy(() -> server.getOption(StandardSocketOptions.IP_TOS))
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket is closed");
  }

  @Test
  void shouldReuseAnAddressByDefaultAsTheJdkDoes() throws Exception {
    try (ServerSocket jdk = new ServerSocket();
        Socket client = new Socket()) {
      assertThat(serverSocket().getReuseAddress()).isEqualTo(jdk.getReuseAddress());
      assertThat(socket().getReuseAddress()).isEqualTo(client.getReuseAddress());
    }
    ServerSocket server = serverSocket();
    server.setReuseAddress(false);
    assertThat(server.getReuseAddress()).isFalse();
  }

  @Test
  void shouldSharePortsThatAreMeantToBeShared() throws Exception {
    ServerSocket one = serverSocket();
    assertThat(one.supportedOptions()).contains(StandardSocketOptions.SO_REUSEPORT);
    one.setOption(StandardSocketOptions.SO_REUSEPORT, true).bind(loopback());
    ServerSocket two = serverSocket();
    two.setOption(StandardSocketOptions.SO_REUSEPORT, true).bind(one.getLocalSocketAddress());
    assertThat(two.getLocalPort()).isEqualTo(one.getLocalPort());
    assertThat(two.getOption(StandardSocketOptions.SO_REUSEPORT)).isTrue();
  }

  @Test
  void shouldSupportTheOptionsOfTheJdkAndNoOther() throws Exception {
    try (Socket jdk = new Socket()) {
      Socket here = socket();
      assertThat(here.supportedOptions()).isEqualTo(jdk.supportedOptions());
      assertThat(
              Operation.differences(
                  "OPTIONS",
                  options(jdk, jdk.supportedOptions()),
                  options(here, jdk.supportedOptions())))
          .isEmpty();
    }
  }

  @Test
  void shouldSupportTheOptionsOfTheJdksServerAndNoOther() throws Exception {
    try (ServerSocket jdk = new ServerSocket()) {
      ServerSocket here = serverSocket();
      assertThat(here.supportedOptions()).isEqualTo(jdk.supportedOptions());
      Map<String, String> expected = new LinkedHashMap<>();
      Map<String, String> actual = new LinkedHashMap<>();
      for (SocketOption<?> option : jdk.supportedOptions()) {
        expected.put("get " + option, Operation.outcome(s -> s.getOption(option), jdk));
        actual.put("get " + option, Operation.outcome(s -> s.getOption(option), here));
        expected.put("set wrong " + option, Operation.outcome(s -> setWrong(s, option), jdk));
        actual.put("set wrong " + option, Operation.outcome(s -> setWrong(s, option), here));
      }
      assertThat(Operation.differences("SERVER_OPTIONS", expected, actual)).isEmpty();
    }
  }

  /** Each option's value, and what comes of setting it to a wrong type, to null and to itself. */
  private static Map<String, String> options(Socket socket, Iterable<SocketOption<?>> options) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (SocketOption<?> option : options) {
      outcomes.put("get " + option, Operation.outcome(s -> s.getOption(option), socket));
      outcomes.put("set " + option, Operation.outcome(s -> setToItself(s, option), socket));
      outcomes.put("set wrong " + option, Operation.outcome(s -> setWrong(s, option), socket));
    }
    return outcomes;
  }

  private static <T> Object setToItself(Socket socket, SocketOption<T> option) throws IOException {
    socket.setOption(option, socket.getOption(option));
    return socket.getOption(option);
  }

  @SuppressWarnings("unchecked")
  private static Object setWrong(ServerSocket socket, SocketOption<?> option) throws IOException {
    return socket.setOption((SocketOption<Object>) option, "a text");
  }

  @SuppressWarnings("unchecked")
  private static Object setWrong(Socket socket, SocketOption<?> option) throws IOException {
    return socket.setOption((SocketOption<Object>) option, "a text");
  }

  private void sendSomeUrgently(Ends ends) throws Exception {
    startThere(
            () -> {
              ends.peerOut().write(1);
              ends.there().sendUrgentData(2);
              ends.peerOut().write(3);
            })
        .get();
  }

  @Test
  void shouldDeliverUrgentDataInLineIfAskedTo() throws Exception {
    Ends ends = connect();
    ends.here().setOOBInline(true);
    sendSomeUrgently(ends);
    assertThat(ends.in().readNBytes(3)).containsExactly(1, 2, 3);
  }

  @Test
  void shouldDropUrgentDataOtherwise() throws Exception {
    Ends ends = connect();
    sendSomeUrgently(ends);
    assertThat(ends.in().readNBytes(2)).containsExactly(1, 3);
  }

  @Test
  void shouldSendUrgentData() throws Exception {
    Ends ends = connect();
    ends.there().setOOBInline(true);
    Call<byte[]> peer = callThere(() -> ends.peerIn().readNBytes(3)).blockedIn("read");
    ends.out().write(1);
    ends.here().sendUrgentData(2 + 256);
    ends.out().write(3);
    assertThat(peer.get()).containsExactly(1, 2, 3);
  }
}
