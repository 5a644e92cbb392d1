package cal.sample.web.link;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/**
 * A part made of the lines of a file, and made anew once the file has changed (JAWS, the Service
 * Configurator). The file is looked at once a second at most. A mistake in a changed file is
 * logged, and the part stays.
 *
 * <p>Thread-safe: a part is replaced by a single assignment; two threads may both make the next.
 */
public final class Linked<T> {
  private static final Logger LOG = System.getLogger(Linked.class.getName());

  private final Path file;
  private final Maker<T> maker;
  private Version<T> version;
  private long lookedAt;

  /** Makes a part. */
  @FunctionalInterface
  public interface Maker<T> {
    /**
     * Makes the part of the lines that are neither empty nor begin with {@code #}.
     *
     * @throws IOException if the lines have a mistake, with the mistake as a sentence
     */
    T make(List<String> lines) throws IOException;
  }

  private record Version<T>(FileTime modified, T part) {}

  /**
   * Makes the first part.
   *
   * @param option of the command line, for a mistake
   * @throws IOException if the file cannot be read, or has a mistake
   */
  public Linked(String option, Path file, Maker<T> maker) throws IOException {
    this.file = file;
    this.maker = maker;
    try {
      this.version = new Version<>(Files.getLastModifiedTime(file), make());
    } catch (IOException mistake) {
      throw new IOException(option + "=" + file + ": " + mistake.getMessage(), mistake);
    }
  }

  /** The part of the file as it was a second ago, or later. */
  public T get() {
    long second = System.currentTimeMillis() / 1000;
    if (second != lookedAt) {
      lookedAt = second;
      look();
    }
    return version.part;
  }

  private void look() {
    Version<T> now = version; // read once: another thread may replace the field meanwhile
    FileTime modified = now.modified;
    T part = now.part;
    try {
      modified = Files.getLastModifiedTime(file);
      if (!modified.equals(now.modified)) {
        part = make();
        LOG.log(Level.INFO, file + " is linked anew");
      }
    } catch (IOException mistake) {
      LOG.log(Level.WARNING, file + " is not linked: " + mistake.getMessage());
    }
    version = new Version<>(modified, part);
  }

  private T make() throws IOException {
    List<String> lines = Files.readAllLines(file).stream().map(String::strip).toList();
    return maker.make(lines.stream().filter(l -> !l.isEmpty() && !l.startsWith("#")).toList());
  }
}
