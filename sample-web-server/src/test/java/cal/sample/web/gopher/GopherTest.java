package cal.sample.web.gopher;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import cal.sample.web.files.FileOptions;
import cal.sample.web.files.FileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Files by another protocol, and of users. */
@Timeout(300)
class GopherTest {
  private static final String NONE = "3not found\t\t127.0.0.1\tPORT\r\n.\r\n";

  @TempDir Path root;

  private static String ask(LocalServer server, String selector) throws IOException {
    try (Client client = server.connect()) {
      client.send(selector);
      client.endOutput();
      String answer = new String(client.readToEnd(), StandardCharsets.UTF_8);
      return answer.replace("\t" + server.port(), "\tPORT");
    }
  }

  private FileSystem files(String... more) throws IOException {
    FileOptions options = new FileOptions();
    new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(more);
    return options.files();
  }

  @Test
  void shouldAnswerByMenusAndFiles() throws Exception {
    LocalServer.write(root.resolve("site/a.txt"), "0123456789");
    LocalServer.write(root.resolve("site/b.bin"), "x".repeat(200_000));
    LocalServer.write(root.resolve("site/sub/c.txt"), "c");
    LocalServer.write(root.resolve("site/.hidden"), "hidden");
    LocalServer.write(root.resolve("home/d.txt"), "of a user");
    Path users = Files.writeString(root.resolve("users"), "ann " + root.resolve("home") + "\n");
    FileSystem files = files("--root", root.resolve("site") + "", "--users", users + "");
    try (LocalServer server =
        new LocalServer((socket, acceptor) -> new GopherConnection(socket, files, 60_000))) {
      assertThat(ask(server, "\r\n").split("\r\n"))
          .containsExactly(
              "0a.txt\t/a.txt\t127.0.0.1\tPORT",
              "1sub\t/sub\t127.0.0.1\tPORT",
              "9b.bin\t/b.bin\t127.0.0.1\tPORT",
              ".");
      assertThat(ask(server, "/sub\r\n")).isEqualTo("0c.txt\t/sub/c.txt\t127.0.0.1\tPORT\r\n.\r\n");
      assertThat(ask(server, "/a.txt\tsearch\r\n")).isEqualTo("0123456789");
      assertThat(ask(server, "b.bin\n")).hasSize(200_000);
      assertThat(ask(server, "/~ann/\r\n")).startsWith("0d.txt\t/~ann/d.txt\t");
      assertThat(ask(server, "/~ann/d.txt\r\n")).isEqualTo("of a user");
      for (String none : new String[] {"/none", "/.hidden", "/../users", "/~bob/", "/~ann/../x"}) {
        assertThat(ask(server, none + "\r\n")).as(none).isEqualTo(NONE);
      }
      assertThat(ask(server, "without an end")).isEmpty();
      assertThat(ask(server, "x".repeat(2_000) + "\r\n")).isEmpty();
    }
  }
}
