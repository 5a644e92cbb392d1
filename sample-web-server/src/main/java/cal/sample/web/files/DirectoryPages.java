package cal.sample.web.files;

import cal.sample.web.http.Response;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Pages of directories, each kept for a second: a page costs a look at each entry. Thread-safe: two
 * threads with a miss at once both make the page.
 */
final class DirectoryPages {
  private static final long BYTES = 4 << 20;

  private final FileSystem files;
  private final Cache<String, Response> pages =
      Caffeine.newBuilder()
          .maximumWeight(BYTES)
          .weigher((String path, Response page) -> page.weight() + 2 * path.length())
          .expireAfterWrite(Duration.ofSeconds(1))
          .executor(task -> task.run())
          .build();

  DirectoryPages(FileSystem files) {
    this.files = files;
  }

  /** The page of a folder, a second old at most. */
  Response of(String path, Path folder) throws IOException {
    Response page = pages.getIfPresent(path);
    if (page == null) {
      page = Html.answer().body(DirectoryPage.of(path, folder, files));
      pages.put(path, page);
    }
    return page;
  }
}
