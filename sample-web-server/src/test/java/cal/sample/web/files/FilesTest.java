package cal.sample.web.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import cal.sample.web.http.Dates;
import cal.sample.web.http.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files, directories and what is kept of them. */
@Timeout(300)
class FilesTest {
  private static final String TEXT = "0123456789";

  @TempDir Path root;

  private static String get(String path, String... fields) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + String.join("", fields) + "\r\n";
  }

  @Test
  void shouldNoticeThatAFileHasChanged() throws Exception {
    Path file = root.resolve("a.txt");
    LocalServer.write(file, TEXT);
    CachedFiles files =
        new CachedFiles(new Disk(root, "index.html", 100, true), new TinyLfuCache(10_000));
    Resource first = files.find("/a.txt");
    assertThat(files.find("/a.txt")).isSameAs(first);
    LocalServer.write(file, "other");
    assertThat(first.isFresh(Dates.now() + 1)).isFalse();

    LocalServer.write(file, TEXT);
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1)));
    assertThat(first.isFresh(Dates.now() + 2)).as("the time of modification").isFalse();
  }

  @Test
  void shouldNoticeThatACompressedFormHasCome() throws Exception {
    LocalServer.write(root.resolve("a.txt"), TEXT);
    Disk disk = new Disk(root, "index.html", 100, true);
    Resource before = disk.find("/a.txt");
    assertThat(before.isFresh(Dates.now() + 1)).isTrue();
    LocalServer.write(root.resolve("a.txt.gz"), "zipped");
    assertThat(before.isFresh(Dates.now() + 2)).isFalse();
    assertThat(disk.find("/a.txt").encoded()).hasSize(1);
  }

  @Test
  void shouldKeepThoseThatWereAskedForLast() throws Exception {
    Disk disk = new Disk(root, "index.html", 100, true);
    for (String name : List.of("a", "b", "c")) {
      LocalServer.write(root.resolve(name), TEXT);
    }
    Resource any = disk.find("/a");
    LruCache cache = new LruCache(2L * (any.weight() + 4));
    cache.put("/a", any);
    cache.put("/b", disk.find("/b"));
    assertThat(cache.get("/a")).isSameAs(any);
    cache.put("/c", disk.find("/c"));
    assertThat(cache.get("/b")).isNull();
    assertThat(cache.get("/a")).isNotNull();
    assertThat(cache.get("/c")).isNotNull();
    cache.remove("/a");
    cache.put("/b", disk.find("/b"));
    assertThat(cache.get("/c")).isNotNull();
  }

  @Test
  void shouldListADirectoryWithEveryNameAsText() throws Exception {
    LocalServer.write(root.resolve("d/<b>\"'& %.txt"), TEXT);
    LocalServer.write(root.resolve("d/\u00e9/x"), TEXT);
    LocalServer.write(root.resolve("d/.hidden"), TEXT);
    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 100));
        Client client = server.connect()) {
      String page = client.ask(get("/d/")).content();
      assertThat(page)
          .contains("href=\"./%3Cb%3E%22&#39;%26%20%25.txt\"", "href=\"./%C3%A9/\"")
          .doesNotContain("<b>", "hidden");
      assertThat(client.ask(get("/d/%3Cb%3E%22'%26%20%25.txt")).content()).isEqualTo(TEXT);
    }
  }

  @Test
  void shouldListNoLinkThatLeadsOutAndStopAtALimit(@TempDir Path outside) throws Exception {
    LocalServer.write(outside.resolve("secret"), TEXT);
    LocalServer.write(root.resolve("d/a"), TEXT);
    Files.createSymbolicLink(root.resolve("d/inside"), root.resolve("d/a"));
    Files.createSymbolicLink(root.resolve("d/outside"), outside.resolve("secret"));
    Disk disk = new Disk(root, "index.html", 100, true);
    String page = new String(DirectoryPage.of("/d/", root.resolve("d"), disk), UTF_8);
    assertThat(page).contains("./a\"", "./inside\"").doesNotContain("outside");

    for (int i = 0; i < 1100; i++) {
      Files.createFile(root.resolve("d/" + i));
    }
    AtomicInteger asked = new AtomicInteger();
    FileSystem counting =
        new FileSystem() {
          @Override
          public Resource find(String path) throws IOException {
            return disk.find(path);
          }

          @Override
          public Path directory(String path) throws IOException {
            return disk.directory(path);
          }

          @Override
          public boolean isServed(Path entry) throws IOException {
            asked.incrementAndGet();
            return disk.isServed(entry);
          }
        };
    DirectoryPage.of("/d/", root.resolve("d"), counting);
    assertThat(asked.get()).as("entries that were looked at").isBetween(1000, 1010);
  }

  /** A pipe would keep its reader for ever, and a link may lead in a circle. */
  @Test
  void shouldServeAndNameFilesAlone() throws Exception {
    LocalServer.write(root.resolve("a.txt"), TEXT);
    String odd =
        "mkfifo pipe a.txt.gz && ln -s l1 l2 && ln -s l2 l1 && ln -s /dev/zero zero"
            + " && : > 'a\\b' && : > \"$(printf 'c\\td')\" && : > \"$(printf 'e\\377')\"";
    Process shell =
        new ProcessBuilder("sh", "-c", odd).directory(root.toFile()).inheritIO().start();
    assertThat(shell.waitFor()).isZero();

    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 100));
        Client client = server.connect()) {
      for (String path : List.of("/pipe", "/a.txt.gz", "/l1", "/l2", "/zero", "/e%EF%BF%BD")) {
        assertThat(client.ask(get(path, "")).status()).as(path).isEqualTo(404);
      }
      assertThat(client.ask(get("/a.txt", "Accept-Encoding: gzip\r\n")).content()).isEqualTo(TEXT);
      assertThat(client.ask(get("/", "")).content())
          .contains("./a.txt")
          .doesNotContain("pipe", "a.txt.gz", "l1", "l2", "zero", "./a%5Cb", "./c%09d", "./e%EF");
    }
  }

  @Test
  void shouldLeaveAnIdleClient() throws Exception {
    Limits limits = Limits.USUAL.within(100, 60_000);
    try (LocalServer server = new LocalServer(request -> null, limits);
        Client client = server.connect()) {
      assertThat(client.readToEnd()).as("an idle client is told nothing").isEmpty();
    }
  }

  @Test
  void shouldEndAfterTheAnswerOnceItIsClosed() throws IOException, InterruptedException {
    LocalServer.write(root.resolve("a.txt"), TEXT);
    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 100));
        Client client = server.connect()) {
      assertThat(client.ask(get("/a.txt")).field("Connection")).isNull();
      client.send("GET /a.txt HTTP/1.1\r\n");
      server.stop();
      assertThat(client.ask("Host: a\r\n\r\n").field("Connection")).isEqualTo("close");
      assertThat(client.isAtEnd()).isTrue();
    }
  }
}
