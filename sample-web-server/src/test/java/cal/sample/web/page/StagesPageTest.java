package cal.sample.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Certificate;
import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import cal.sample.web.ServerProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of live figures, asked by hand and by a browser. */
@Timeout(300)
class StagesPageTest {
  private static final String GET = "GET /_cal%s HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @TempDir Path folder;

  @Test
  void shouldShowThatAnUnwovenServerHasNoStages() throws Exception {
    try (LocalServer server = LocalServer.of(new StagesPage("/_cal"));
        Client client = server.connect()) {
      assertThat(client.ask(GET.formatted("")).field("Location")).isEqualTo("/_cal/");
      Client.Answer page = client.ask(GET.formatted("/"));
      assertThat(page.field("Content-Security-Policy")).contains("default-src 'none'", "sha256-");
      assertThat(page.content()).contains("<script>").doesNotContain("src=", "import", "url(");
      Client.Answer figures = client.ask(GET.formatted("/stages.json"));
      assertThat(figures.content()).isEqualTo("{}");
      assertThat(figures.field("Cache-Control")).isEqualTo("no-store");
      assertThat(client.ask(GET.formatted("/other")).status()).isEqualTo(404);
    }
  }

  @Test
  void shouldWriteBeansAsJson() throws Exception {
    assertThat(new Beans("java.lang:type=Memory").json())
        .startsWith("{\"java.lang:type=Memory\":{\"HeapMemoryUsage\":{\"committed\":")
        .contains("\"Verbose\":false");
    assertThat(new Beans("java.nio:name=mapped,*").json()).contains("\"Name\":\"mapped\"");
    assertThat(new Beans("java.lang:type=Threading").json()).contains("\"AllThreadIds\":");
    assertThatThrownBy(() -> new Beans("no pattern")).isInstanceOf(RuntimeException.class);
  }

  @Test
  void shouldShowFiguresInABrowserAndNoneToPagesOfOthers() throws Exception {
    Certificate certificate = Certificate.in(folder);
    Path log = folder.resolve("access.log");
    Path root = Files.createDirectory(folder.resolve("root"));
    try (ServerProcess server =
        ServerProcess.start(
            "reactive-pool",
            certificate.certificate().toString(),
            certificate.key().toString(),
            "--status",
            "--root",
            root.toString(),
            "--access-log",
            log.toString())) {
      int port = server.port();
      String page = dom("http://127.0.0.1:" + port + "/_cal/");
      assertThat(page).contains("live, a look a second", "data-stage=\"connection\"", "<b>");
      assertThat(page).containsPattern("data-shown=\"([2-9]|\\d\\d)\"").contains(" a second</div>");
      Files.writeString(
          root.resolve("evil.html"),
          """
          <body><script>
          const other = "http://127.0.0.1:%d/_cal/stages.json";
          fetch("/_cal/stages.json")
            .then(a => a.text()).then(text => document.body.append(text))
            .then(() => fetch(other, { mode: "no-cors" })).catch(() => 0)
            .then(() => document.body.append("asked"));
          </script></body>
          """
              .formatted(port));
      String evil = dom("http://evil.example:" + port + "/evil.html");
      assertThat(evil).contains("this has to be asked for as localhost", "asked</body>");
      assertThat(Files.readString(log)).doesNotContain("stages.json HTTP/1.1\" 200 - ");
      assertThat(Files.readAllLines(log).stream().filter(line -> line.contains("evil.example")))
          .filteredOn(line -> line.contains("/_cal/"))
          .isNotEmpty()
          .allMatch(line -> line.contains("\" 403 "));
    }
  }

  /** The document as the browser has it after some seconds of its own time. */
  private String dom(String url) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path errors = folder.resolve("errors.txt");
    List<String> command = new ArrayList<>(List.of("chromium", "--headless", "--no-sandbox"));
    command.addAll(List.of("--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"));
    command.addAll(List.of("--user-data-dir=" + folder.resolve("profile")));
    command.add("--host-resolver-rules=MAP evil.example 127.0.0.1");
    command.addAll(List.of("--enable-logging=stderr", "--virtual-time-budget=5000"));
    command.addAll(List.of("--dump-dom", url));
    Process browser;
    try {
      browser =
          new ProcessBuilder(command)
              .redirectOutput(dom.toFile())
              .redirectError(Redirect.to(errors.toFile()))
              .start();
    } catch (IOException missing) {
      String reason = "no chromium here (apt-get install chromium): " + missing.getMessage();
      System.out.println("skipped: " + reason);
      Assumptions.abort(reason);
      throw missing;
    }
    try {
      assertThat(browser.waitFor(2, TimeUnit.MINUTES)).as("the browser has ended").isTrue();
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly();
    }
    assertThat(Files.readString(errors)).doesNotContain("Content Security Policy", "Uncaught");
    return Files.readString(dom);
  }
}
