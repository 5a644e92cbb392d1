package cal.sample.web.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of the command line for files. Not thread-safe. */
public final class FileOptions {
  @Option(names = "--root", paramLabel = "DIR", required = true, description = "the served folder")
  private Path root;

  @Option(
      names = "--cache",
      paramLabel = "lfu|lru|hinted|structured|none",
      defaultValue = "lfu",
      description = "which files are kept in memory; default: ${DEFAULT-VALUE}")
  private Strategy cache;

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

  @Option(
      names = "--send",
      paramLabel = "transfer|copy",
      defaultValue = "transfer",
      description = "how a file that is not kept goes to its client; default: ${DEFAULT-VALUE}")
  private Sending sending;

  @Option(
      names = "--users",
      paramLabel = "FILE",
      description = "lines of USER FOLDER for /~USER/; read again when it changes")
  private Path users;

  private enum Sending {
    TRANSFER,
    COPY
  }

  private enum Strategy {
    LFU,
    LRU,
    HINTED,
    STRUCTURED,
    NONE
  }

  /**
   * Finds files by the options.
   *
   * @throws IOException if the options cannot be followed, with the reason in a sentence
   */
  public FileSystem files() throws IOException {
    if (cacheBytes < 0 || !Files.isDirectory(root)) {
      throw new IOException(
          "--root=" + root + " must be a folder, and --cache-bytes=" + cacheBytes + " 0 at least");
    }
    FileSystem site = files(root);
    return users == null ? site : new TildeExpander(site, users, this::files);
  }

  private FileSystem files(Path folder) throws IOException {
    Disk disk = new Disk(folder, inMemory, sending == Sending.TRANSFER);
    FileCache kept =
        switch (cache) {
          case LFU -> new LfuCache(cacheBytes);
          case LRU -> new LruCache(cacheBytes, false);
          case HINTED -> new HintedCache(new LfuCache(cacheBytes), disk);
          case STRUCTURED -> new LruCache(cacheBytes, true);
          case NONE -> null;
        };
    return kept == null ? disk : new CachedFiles(disk, kept);
  }
}
