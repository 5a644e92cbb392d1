package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Listening and accepting: everybody who connects is accepted once, and works. */
abstract class AcceptContract extends SocketFixture {
  AcceptContract(SocketContract contract) {
    super(contract);
  }

  @Test
  void shouldListenAtAPortThatIsFree() throws Exception {
    ServerSocket server = serverSocket();
    assertThat(server.getLocalPort()).isEqualTo(-1);
    assertThat(server.getLocalSocketAddress()).isNull();
    server.bind(loopback());
    assertThat(server.isBound()).isTrue();
    assertThat(server.getLocalPort()).isBetween(1, 65_535);
    assertThat(server.getInetAddress()).isEqualTo(contract.address());
    assertThatThrownBy(() -> server.bind(loopback()))
        .isInstanceOf(SocketException.class)
        .hasMessage("Already bound");
    ServerSocket anywhere = serverSocket();
    anywhere.bind(null, -1);
    assertThat(anywhere.getInetAddress().isAnyLocalAddress()).isTrue();
    assertThat(anywhere.getLocalPort()).isPositive();
  }

  @Test
  void shouldAcceptInTheOrderOfTheBacklog() throws Exception {
    ServerSocket server = serverSocket();
    server.bind(loopback(), 20);
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Socket peer = connectPeer(server);
      ports.add(peer.getLocalPort());
      int number = i;
      startThere(() -> peer.getOutputStream().write(number)).get();
    }
    for (int i = 0; i < 20; i++) {
      Socket accepted = closeAtEnd(server.accept());
      assertThat(accepted.getPort()).isEqualTo(ports.get(i));
      assertThat(accepted.getInputStream().read()).as("sent before the accept").isEqualTo(i);
    }
  }

  @Test
  void shouldDescribeWhatItAccepts() throws Exception {
    ServerSocket server = listening();
    Call<Socket> accepter = call(server::accept).blockedIn("accept");
    Socket there = connectPeer(server);
    Socket here = closeAtEnd(accepter.get());
    assertThat(here.isConnected() && here.isBound()).isTrue();
    assertThat(here.isClosed() || here.isInputShutdown() || here.isOutputShutdown()).isFalse();
    assertThat(here.getLocalSocketAddress()).isEqualTo(there.getRemoteSocketAddress());
    assertThat(here.getRemoteSocketAddress()).isEqualTo(there.getLocalSocketAddress());
    assertThat(here.getLocalPort()).isEqualTo(server.getLocalPort());
    assertThat(here.getChannel()).isNull();
    assertThat(server.getChannel()).isNull();
    assertThat(here)
        .hasToString(
            "Socket[addr=/%s,port=%d,localport=%d]"
                .formatted(
                    contract.address().getHostAddress(),
                    there.getLocalPort(),
                    server.getLocalPort()));
    assertThat(server)
        .hasToString(
            "ServerSocket[addr=" + contract.address() + ",localport=" + here.getLocalPort() + "]");
    assertThatThrownBy(() -> here.connect(server.getLocalSocketAddress()))
        .isInstanceOf(SocketException.class)
        .hasMessage("Already connected");
    assertThatThrownBy(() -> here.bind(null))
        .isInstanceOf(SocketException.class)
        .hasMessage("Already bound");
  }

  @Test
  void shouldGiveEachOfTwoAcceptersAConnection() throws Exception {
    ServerSocket server = listening();
    Call<Socket> one = call(server::accept).blockedIn("accept");
    Call<Socket> two = call(server::accept).blockedIn("accept");
    Set<Integer> expected = new HashSet<>();
    expected.add(connectPeer(server).getLocalPort());
    expected.add(connectPeer(server).getLocalPort());
    assertThat(Set.of(closeAtEnd(one.get()).getPort(), closeAtEnd(two.get()).getPort()))
        .isEqualTo(expected);
  }

  @Test
  void shouldAcceptOnWhateverThread() throws Exception {
    ServerSocket server = listening();
    for (Side side : everyKindOfThread()) {
      Call<Socket> accepter = call(side, server::accept).blockedIn("accept");
      Socket peer = connectPeer(server);
      Socket accepted = closeAtEnd(accepter.get());
      Call<Integer> reader = call(() -> accepted.getInputStream().read()).blockedIn("read");
      startThere(() -> peer.getOutputStream().write(1)).get();
      assertThat(reader.get()).isEqualTo(1);
    }
  }

  @Test
  void shouldAcceptManyAndServeThemAllAtOnce() throws Exception {
    int clients = 100;
    ServerSocket server = serverSocket();
    server.bind(loopback(), clients);
    Call<List<Call<Long>>> accepter =
        call(
            () -> {
              List<Call<Long>> echoes = new ArrayList<>();
              for (int i = 0; i < clients; i++) {
                Socket accepted = closeAtEnd(server.accept());
                echoes.add(call(() -> echo(accepted)));
              }
              return echoes;
            });
    List<Socket> peers = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      peers.add(closeAtEnd(contract.there().sockets().socket()));
    }
    SocketAddress address = server.getLocalSocketAddress();
    startThere(
            () -> {
              for (Socket peer : peers) {
                peer.connect(address);
              }
              for (int round = 0; round < 10; round++) {
                for (Socket peer : peers) {
                  peer.getOutputStream().write(round);
                }
                for (Socket peer : peers) {
                  assertThat(peer.getInputStream().read()).isEqualTo(round);
                }
              }
              for (Socket peer : peers) {
                peer.close();
              }
            })
        .get();
    for (Call<Long> echo : accepter.get()) {
      assertThat(echo.get()).isEqualTo(10);
    }
  }

  private static long echo(Socket accepted) throws Exception {
    try (accepted) {
      return accepted.getInputStream().transferTo(accepted.getOutputStream());
    }
  }

  @Test
  void shouldKeepWhatItAcceptedWhenItCloses() throws Exception {
    Ends ends = connect();
    ServerSocket server = listening();
    Socket peer = connectPeer(server);
    Socket accepted = closeAtEnd(server.accept());
    server.close();
    send(new Ends(accepted, peer), (byte) 1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);
    send(ends, (byte) 2);
    assertThat(ends.in().read()).isEqualTo(2);
  }

  /** Another process may have taken the port meanwhile, but not each time. */
  private static void again(Call.Action listening) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        listening.run();
        return;
      } catch (BindException taken) {
        if (attempt == 3) {
          throw taken;
        }
      }
    }
  }

  @Test
  void shouldListenAgainAtAPortWhoseConnectionsLinger() throws Exception {
    again(this::listenWhereConnectionsLinger);
  }

  private void listenWhereConnectionsLinger() throws Exception {
    ServerSocket first = listening();
    connectPeer(first);
    first.accept().close();
    SocketAddress address = first.getLocalSocketAddress();
    assertThatThrownBy(() -> serverSocket().bind(address))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith("Address already in use");
    first.close();
    ServerSocket second = serverSocket();
    second.bind(address);
    connectPeer(second);
    assertThat(closeAtEnd(second.accept()).getLocalSocketAddress()).isEqualTo(address);
  }

  @Test
  void shouldListenAgainAtOnceWhereItListenedAndWaited() throws Exception {
    again(this::listenWhereItWaited);
  }

  private void listenWhereItWaited() throws Exception {
    SocketAddress address = loopback();
    for (int i = 0; i < 20; i++) {
      ServerSocket server = serverSocket();
      server.bind(address);
      address = server.getLocalSocketAddress();
      Call<Socket> accepter = call(server::accept).blockedIn("accept");
      server.close();
      assertThat(accepter.thrown()).hasMessage("Socket closed");
    }
  }

  @Test
  void shouldRefuseToAcceptWhereItDoesNotListen() throws Exception {
    ServerSocket server = serverSocket();
    assertThatThrownBy(server::accept)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket is not bound yet");
    assertThatThrownBy(() -> server.bind(InetSocketAddress.createUnresolved("nobody.invalid", 1)))
        .isInstanceOf(SocketException.class)
        .hasMessage("Unresolved address");
    assertThatThrownBy(() -> server.bind(new InetSocketAddress("192.0.2.1", 0)))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith("Cannot assign requested address");
    assertThat(server.isBound()).isFalse();
    server.bind(loopback());
    server.close();
    assertThatThrownBy(server::accept)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket is closed");
    assertThat(server.isBound()).as("it stays so").isTrue();
  }
}
