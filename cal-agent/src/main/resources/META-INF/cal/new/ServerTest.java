package PACKAGE;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import cal.test.UnderEveryModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

class ServerTest {
  @UnderEveryModel(except = "sequential")
  void shouldServeTwoClientsAtATime() throws IOException {
    try (Server server = new Server(0)) {
      server.run();
      try (Socket one = connect(server);
          Socket other = connect(server)) {
        assertEquals("B\n", answer(other, "b\n"));
        assertEquals("A\n", answer(one, "a\n"));
      }
    }
  }

  private static Socket connect(Server server) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
    client.setSoTimeout(20_000);
    return client;
  }

  private static String answer(Socket client, String line) throws IOException {
    client.getOutputStream().write(line.getBytes(UTF_8));
    return new String(client.getInputStream().readNBytes(line.length()), UTF_8);
  }
}
