package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A socket that its server has lost is closed once it is collected. */
abstract class LostContract extends SocketFixture {
  private static final int LOST = 10;

  LostContract(SocketContract contract) {
    super(contract);
  }

  /** Each waited for its input, and then nobody knows it any more. */
  @Test
  void shouldCloseConnectionsThatAreLost() throws Exception {
    List<Socket> peers = call(this::peersOfLostConnections).get();
    List<Call<Integer>> readers = new ArrayList<>();
    for (Socket peer : peers) {
      readers.add(callThere(() -> peer.getInputStream().read()));
    }
    Awaitility.await("all are closed")
        .atMost(Call.DEADLINE)
        .until(() -> collected() && readers.stream().allMatch(Call::hasEnded));
    for (Call<Integer> reader : readers) {
      assertThat(reader.get()).isEqualTo(-1);
    }
  }

  private List<Socket> peersOfLostConnections() throws Exception {
    List<Socket> peers = new ArrayList<>();
    try (ServerSocket server = listening()) {
      for (int i = 0; i < LOST; i++) {
        Socket peer = connectPeer(server);
        Socket lost = server.accept();
        Call<Integer> reader = call(() -> lost.getInputStream().read()).blockedIn("read");
        startThere(() -> peer.getOutputStream().write(1)).get();
        assertThat(reader.get()).isEqualTo(1);
        peers.add(peer);
      }
    }
    return peers;
  }

  @Test
  void shouldCloseListenersThatAreLost() throws Exception {
    SocketAddress address = call(this::addressOfALostListener).get();
    Awaitility.await("nobody listens")
        .atMost(Call.DEADLINE)
        .until(() -> collected() && !listens(address));
  }

  private SocketAddress addressOfALostListener() throws Exception {
    ServerSocket lost = contract.here().sockets().serverSocket();
    lost.bind(loopback());
    Call<Void> accepter = start(() -> lost.accept().close()).blockedIn("accept");
    connectPeer(lost);
    accepter.get();
    return lost.getLocalSocketAddress();
  }

  /** A listener that is closed while it is asked resets who asks: it listened until then. */
  private static boolean listens(SocketAddress address) throws IOException {
    try (Socket peer = new Socket()) {
      peer.connect(address);
      return true;
    } catch (ConnectException refused) {
      return false;
    } catch (SocketException reset) {
      return true;
    }
  }

  private static boolean collected() {
    System.gc();
    return true;
  }
}
