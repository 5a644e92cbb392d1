package cal.sample.web.files;

import cal.sample.web.http.Handler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of the command line for files. Not thread-safe. */
public final class FileOptions {
  @Option(
      names = "--root",
      paramLabel = "DIR",
      required = true,
      description = "the folder whose files are served")
  private Path root;

  @Option(
      names = "--cache",
      paramLabel = "tinylfu|lru|none",
      defaultValue = "tinylfu",
      description = "which files are kept in memory; default: ${DEFAULT-VALUE}")
  private Eviction eviction;

  @Option(
      names = "--cache-bytes",
      paramLabel = "N",
      defaultValue = "67108864",
      description = "of files in memory; default: ${DEFAULT-VALUE}")
  private long cacheBytes;

  @Option(
      names = "--in-memory",
      paramLabel = "N",
      defaultValue = "65536",
      description = "bytes of the largest file that is kept; default: ${DEFAULT-VALUE}")
  private int inMemory;

  @Option(names = "--no-listing", description = "no page of a directory that has no index.html")
  private boolean noListing;

  @Option(names = "--hidden", description = "serves names that begin with a dot, too")
  private boolean hidden;

  @Option(
      names = "--send",
      paramLabel = "transfer|copy",
      defaultValue = "transfer",
      description = "how a file that is not kept goes to its client; default: ${DEFAULT-VALUE}")
  private Sending sending;

  private enum Sending {
    TRANSFER,
    COPY
  }

  private enum Eviction {
    TINYLFU,
    LRU,
    NONE
  }

  /**
   * Tells whether names with a leading dot are served.
   *
   * @return false, unless an option says so
   */
  public boolean servesHidden() {
    return hidden;
  }

  /**
   * Serves by the options.
   *
   * @return the handler, to be asked by GET and HEAD only
   * @throws IOException if the options cannot be followed, with the reason in a sentence
   */
  public Handler handler() throws IOException {
    if (cacheBytes < 0 || !Files.isDirectory(root)) {
      throw new IOException(
          "--root=" + root + " must be a folder, and --cache-bytes=" + cacheBytes + " 0 at least");
    }
    Disk disk = new Disk(root, "index.html", inMemory, sending == Sending.TRANSFER);
    FileSystem files =
        switch (eviction) {
          case TINYLFU -> new CachedFiles(disk, new TinyLfuCache(cacheBytes));
          case LRU -> new CachedFiles(disk, new LruCache(cacheBytes));
          case NONE -> disk;
        };
    return new FileHandler(files, !noListing);
  }
}
