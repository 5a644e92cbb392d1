package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The unwoven server goes on, whatever it is sent. {@code -Dhostile.requests=100000} is more. */
@Timeout(3600)
class HostileRequestsTest {
  private static final int COUNT = Hostile.COUNT == null ? 5_000 : Hostile.COUNT;
  private static final int PART = 500;

  @TempDir Path folder;

  @Test
  void shouldAnswerOrCloseAndGoOn() throws Exception {
    Path root = folder.resolve("root");
    LocalServer.write(folder.resolve("key.pem"), Hostile.SECRET);
    LocalServer.write(root.resolve("a.txt"), "0123456789");
    LocalServer.write(root.resolve("a.txt.gz"), "zipped");
    Hostile hostile = new Hostile(0);
    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 100))) {
      int answered = hostile.send(PART, server::connect);
      int before = descriptors();
      for (int sent = PART; sent < COUNT; sent += PART) {
        answered += hostile.send(PART, server::connect);
        try (Client client = server.connect()) {
          String request = "GET /a.txt HTTP/1.1\r\nHost: a\r\n\r\n";
          assertThat(client.ask(request).content()).isEqualTo("0123456789");
        }
      }
      assertThat(answered).as("requests that are answered").isGreaterThan(COUNT / 4);
      assertThat(descriptors()).isLessThan(before + 20);
    }
  }

  private static int descriptors() {
    String[] open = new File("/proc/self/fd").list();
    return open == null ? 0 : open.length;
  }
}
