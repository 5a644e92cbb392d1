package cal.sample.web.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import cal.sample.web.Client;
import cal.sample.web.EchoHandler;
import cal.sample.web.LocalServer;
import cal.sample.web.filter.Pipeline;
import cal.sample.web.http.Handler;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parts that are exchanged while the server runs. */
@Timeout(300)
class LinkedTest {
  @TempDir Path folder;

  private int attempts;

  private void write(Path file, int second, String... lines) throws IOException {
    Files.write(file, List.of(lines));
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(second)));
  }

  @Test
  void shouldExchangeThePipelineOfAConnectionThatStays() throws Exception {
    Path file = folder.resolve("pipeline");
    write(file, 1, Pipeline.USUAL.toArray(String[]::new));
    Pipeline pipeline = new Pipeline(List.of(), request -> Response.text(200, "files"));
    Linked<Handler> linked = new Linked<>("--x", file, pipeline::of);
    try (LocalServer server = LocalServer.of(request -> linked.get().handle(request));
        Client client = server.connect()) {
      String post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx";
      assertThat(client.ask(post).status()).isEqualTo(405);
      write(file, 2, "# a handler", "", "/echo " + EchoHandler.class.getName());
      await().until(() -> client.ask(post).content().equals("x"));
      assertThat(client.ask(post.replace("/echo", "/echoes")).content()).isEqualTo("files");
    }
  }

  @Test
  void shouldStayAsItIsWhereTheFileHasAMistake() throws Exception {
    Path file = folder.resolve("part");
    write(file, 1, "first");
    Linked<String> linked = new Linked<>("--x", file, this::part);
    assertThat(linked.get()).isEqualTo("first");
    write(file, 2, "mistake");
    await().until(() -> linked.get().equals("first") && attempts == 2);
    write(file, 3, "second");
    await().until(() -> linked.get().equals("second"));
    assertThat(attempts).as("one for each change").isEqualTo(3);
  }

  private String part(List<String> lines) throws IOException {
    attempts++;
    if (lines.contains("mistake")) {
      throw new IOException("as the test asked for");
    }
    return lines.getFirst();
  }

  @Test
  void shouldNameAClassThatIsNoFilter() {
    Pipeline pipeline = new Pipeline(List.of(folder), request -> null);
    for (String line :
        List.of(
            "no.Such",
            "java.lang.String",
            "/x java.lang.String",
            "x " + EchoHandler.class.getName())) {
      assertThatThrownBy(() -> pipeline.of(List.of(line))).hasMessageContaining(" is no ");
    }
  }
}
