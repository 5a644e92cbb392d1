package cal.sample.web.files;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Files, kept while unchanged on the disk, by size and time of modification. Thread-safe: two
 * threads with a miss at once both read the file.
 */
record CachedFiles(FileSystem disk, FileCache cache) implements FileSystem {
  @Override
  public Resource find(String path) throws IOException {
    Resource known = cache.get(path);
    if (known != null && known.isFresh()) {
      return known;
    }
    Resource found = disk.find(path);
    if (found != null) {
      cache.put(path, found);
    } else if (known != null) {
      cache.remove(path);
    }
    return found;
  }

  @Override
  public Path directory(String path) throws IOException {
    return disk.directory(path);
  }
}
