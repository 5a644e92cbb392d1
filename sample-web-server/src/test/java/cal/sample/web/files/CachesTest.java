package cal.sample.web.files;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.LocalServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The strategies of the cached virtual file system. */
class CachesTest {
  private static final String TEXT = "0123456789";

  @TempDir Path root;

  private Disk disk;
  private int weight;

  @BeforeEach
  void write() throws IOException {
    for (String name : List.of("a", "b", "c", "d/a", "d/b", "d/c")) {
      LocalServer.write(root.resolve(name), TEXT);
    }
    disk = new Disk(root, 1_000, true);
    weight = disk.find("/a").weight();
  }

  private void put(FileCache cache, String... paths) throws IOException {
    for (String path : paths) {
      cache.put(path, disk.find(path));
    }
  }

  @Test
  void shouldKeepThoseThatWereAskedForLast() throws Exception {
    LruCache cache = new LruCache(2L * (weight + 4), false);
    put(cache, "/a", "/b");
    assertThat(cache.get("/a")).isNotNull();
    put(cache, "/c");
    assertThat(cache.get("/b")).isNull();
    assertThat(cache.get("/a")).isNotNull();
    assertThat(cache.get("/c")).isNotNull();
    cache.remove("/a");
    put(cache, "/b");
    assertThat(cache.get("/c")).isNotNull();
  }

  @Test
  void shouldKeepTheFilesOfAFolderTogether() throws Exception {
    LruCache cache = new LruCache(4L * (weight + 8), true);
    put(cache, "/d/a", "/d/b", "/a", "/b");
    assertThat(cache.get("/d/a")).isNotNull();
    put(cache, "/d/c");
    assertThat(cache.get("/a")).as("the other folder").isNull();
    assertThat(cache.get("/b")).isNull();
    assertThat(cache.get("/d/b")).isNotNull();
    assertThat(cache.get("/d/c")).isNotNull();
    put(cache, "/a", "/b");
    assertThat(cache.get("/d/a")).isNull();
    cache.remove("/a");
    cache.remove("/b");
    put(cache, "/d/a", "/d/b", "/d/c");
    assertThat(cache.get("/d/b")).isNotNull();
  }

  @Test
  void shouldReadTheFilesThatAPageNames() throws Exception {
    String page = "<img src='a'><a HREF=\"/b\"><a href='https://c'><a href='../c'><a href='no'>";
    LocalServer.write(root.resolve("d/index.html"), page);
    HintedCache cache = new HintedCache(new LfuCache(100_000), disk);
    put(cache, "/d/", "/d/c");
    assertThat(cache.get("/d/a")).isNotNull();
    assertThat(cache.get("/b")).isNotNull();
    assertThat(cache.get("/a")).as("not named").isNull();
    assertThat(cache.get("/c")).as("outside of the page's folder").isNull();
  }
}
