package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that nobody has accepted, as the system of this machine shows them. */
class ListenerTableTest {
  private static final int CLIENTS = 7;

  @Test
  void shouldTellHowManyWait() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "Linux alone tells of them");
    InetAddress here = InetAddress.getLoopbackAddress();
    List<Socket> clients = new ArrayList<>();
    try (ServerSocket listener = new ServerSocket(0, CLIENTS, here)) {
      ListenerTable table = new ListenerTable(listener.getLocalPort());
      assertThat(table.waiting()).isZero();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Socket(here, listener.getLocalPort()));
      }
      assertThat(table.waiting()).isEqualTo(CLIENTS);
      listener.accept().close();
      assertThat(table.waiting()).isEqualTo(CLIENTS - 1);
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void shouldTellNothingOfAPortWhereNobodyListens() {
    ListenerTable table = new ListenerTable(0);
    assertThat(table.waiting()).isEqualTo(ListenerTable.UNKNOWN);
    assertThat(table.waiting()).isEqualTo(ListenerTable.UNKNOWN);
  }
}
