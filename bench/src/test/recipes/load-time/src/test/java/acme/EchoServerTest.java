package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import cal.test.UnderEveryModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

class EchoServerTest {
  @UnderEveryModel(
      value = "virtual",
      java = {"-javaagent:target/cal.jar", "-Dcal.config=cal.yaml"})
  void shouldServeTwoClientsAtATime() throws IOException {
    EchoServer server = new EchoServer(0);
    server.run();
    try (Socket one = connect(server);
        Socket other = connect(server)) {
      assertEquals(1, ask(other, 1));
      assertEquals(2, ask(one, 2));
    }
    server.close();
  }

  private static Socket connect(EchoServer server) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
    client.setSoTimeout(20_000);
    return client;
  }

  private static int ask(Socket client, int question) throws IOException {
    client.getOutputStream().write(question);
    return client.getInputStream().read();
  }
}
