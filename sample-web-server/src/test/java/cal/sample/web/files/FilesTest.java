package cal.sample.web.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files, and what is kept of them. */
@Timeout(300)
class FilesTest {
  private static final String TEXT = "0123456789";

  @TempDir Path root;

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  @Test
  void shouldNoticeThatAFileHasChanged() throws Exception {
    Path file = root.resolve("a.txt");
    LocalServer.write(file, TEXT);
    CachedFiles files = new CachedFiles(new Disk(root, 100, true), new LfuCache(10_000));
    Resource first = files.find("/a.txt");
    first.doubt();
    assertThat(files.find("/a.txt")).isSameAs(first);
    LocalServer.write(file, "other");
    first.doubt();
    Resource second = files.find("/a.txt");
    assertThat(second).isNotSameAs(first);

    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1)));
    second.doubt();
    assertThat(files.find("/a.txt")).as("the time of modification").isNotSameAs(second);
  }

  @Test
  void shouldFindTheFoldersOfUsersThatComeAndGo() throws Exception {
    LocalServer.write(root.resolve("site/a.txt"), "of the site");
    LocalServer.write(root.resolve("ann/a.txt"), TEXT);
    Path users = Files.writeString(root.resolve("users"), "ann " + root.resolve("ann") + "\n");
    Disk site = new Disk(root.resolve("site"), 100, true);
    TildeExpander files =
        new TildeExpander(
            site,
            users,
            folder -> new CachedFiles(new Disk(folder, 100, true), new LruCache(10_000, true)));
    FileHandler handler = new FileHandler(files);
    try (LocalServer server = LocalServer.of(handler);
        Client client = server.connect()) {
      assertThat(client.ask(get("/a.txt")).content()).isEqualTo("of the site");
      assertThat(client.ask(get("/~ann/a.txt")).content()).isEqualTo(TEXT);
      assertThat(client.ask(get("/~ann")).field("Location")).isEqualTo("/~ann/");
      assertThat(client.ask(get("/~bob/a.txt")).status()).isEqualTo(404);
      Files.writeString(users, "bob " + root.resolve("ann") + "\n");
      Files.setLastModifiedTime(users, FileTime.from(Instant.ofEpochSecond(1)));
      await().until(() -> client.ask(get("/~bob/a.txt")).content().equals(TEXT));
      assertThat(client.ask(get("/~ann/a.txt")).status()).isEqualTo(404);
    }
  }

  /** A pipe would keep its reader for ever, and a link may lead in a circle. */
  @Test
  void shouldServeFilesAlone() throws Exception {
    LocalServer.write(root.resolve("<b>\"'& %.txt"), TEXT);
    LocalServer.write(root.resolve("\u00e9 %/index.html"), TEXT);
    String odd =
        "mkfifo pipe && ln -s l1 l2 && ln -s l2 l1 && ln -s /dev/zero zero"
            + " && : > 'a\\b' && : > \"$(printf 'e\\377')\"";
    Process shell =
        new ProcessBuilder("sh", "-c", odd).directory(root.toFile()).inheritIO().start();
    assertThat(shell.waitFor()).isZero();

    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 100));
        Client client = server.connect()) {
      for (String path : List.of("/pipe", "/l1", "/l2", "/zero", "/e%EF%BF%BD")) {
        assertThat(client.ask(get(path)).status()).as(path).isEqualTo(404);
      }
      assertThat(client.ask(get("/%3Cb%3E%22'%26%20%25.txt")).content()).isEqualTo(TEXT);
      String folder = client.ask(get("/%c3%a9%20%25")).field("Location");
      assertThat(folder).isEqualTo("/%C3%A9%20%25/");
      assertThat(client.ask(get(folder)).content()).isEqualTo(TEXT);
    }
  }
}
