package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** More clients than a server has file descriptors for: they wait, and all are served. */
final class DescriptorDrill {

  private DescriptorDrill() {}

  static ServerProcess start(ServerProcess.Launcher launcher) throws IOException {
    return launcher.start("upload", "--port", "0", "--store", "memory");
  }

  /**
   * Runs the drill.
   *
   * @param server was started with few descriptors
   * @param clients how many connect; each closes only after its answer was read
   * @param outage whether the server takes so many clients at a time that it must run out
   */
  static void shouldServeAll(ServerProcess server, int clients, boolean outage) throws Exception {
    List<Client> connected = new ArrayList<>();
    try {
      int port = server.port();
      for (int i = 0; i < clients; i++) {
        Client client = new Client(port);
        connected.add(client);
        client.send(Client.frame(Payloads.random(i)));
      }
      if (outage) {
        server.awaitErr("cannot accept");
      }
      for (int i = 0; i < clients; i++) {
        try (Client client = connected.get(i)) {
          assertThat(client.readAcknowledgement()).isEqualTo(Payloads.crc(Payloads.random(i)));
        }
      }
      if (outage) {
        server.awaitErr("accepting again");
      }
    } finally {
      for (Client client : connected) {
        client.close();
      }
    }
  }
}
