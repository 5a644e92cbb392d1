package cal.sample.web.files;

import cal.sample.web.link.Linked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds {@code /~user/} in the user's folder, and other paths in the site (JAWS, the tilde
 * expander). Users are lines of a file, each a name and a folder. Thread-safe.
 */
final class TildeExpander implements FileSystem {
  private static final String TILDE = "/~";

  private final FileSystem site;
  private final Linked<Map<String, FileSystem>> homes;

  /** Makes the files of a folder. */
  interface Folders {
    FileSystem of(Path root) throws IOException;
  }

  TildeExpander(FileSystem site, Path users, Folders folders) throws IOException {
    this.site = site;
    this.homes = new Linked<>("--users", users, lines -> homes(lines, folders));
  }

  private static Map<String, FileSystem> homes(List<String> lines, Folders folders)
      throws IOException {
    Map<String, FileSystem> homes = new HashMap<>();
    for (String line : lines) {
      String[] words = line.split("\\s+", 2);
      if (words.length < 2) {
        throw new IOException("a user without a folder: " + line);
      }
      homes.put(words[0], folders.of(Path.of(words[1])));
    }
    return Map.copyOf(homes);
  }

  @Override
  public Resource find(String path) throws IOException {
    int end = end(path);
    FileSystem home = end == path.length() ? null : home(path, end); // a folder is no file
    return home == null ? null : home.find(path.substring(end));
  }

  @Override
  public Path directory(String path) throws IOException {
    int end = end(path);
    FileSystem home = home(path, end);
    return home == null ? null : home.directory(path.substring(end));
  }

  private FileSystem home(String path, int end) {
    return end == 0 ? site : homes.get().get(path.substring(TILDE.length(), end));
  }

  /** The end of a user's name; 0 without one. */
  private static int end(String path) {
    int slash = path.startsWith(TILDE) ? path.indexOf('/', TILDE.length()) : 0;
    return slash < 0 ? path.length() : slash;
  }
}
