package cal.sample.web.files;

import java.io.IOException;
import java.nio.file.Path;

/** The files of a site by their paths (JAWS, the cached virtual file system). Thread-safe. */
public interface FileSystem {
  /** Whether a path has neither hidden nor empty segments. */
  static boolean isPlain(String path) {
    return !path.contains("/.") && !path.contains("//");
  }

  /**
   * Finds a file, or the index of a directory.
   *
   * @param path decoded, absolute, without segments of dots
   * @return null without an allowed file
   * @throws IOException if the disk fails
   */
  Resource find(String path) throws IOException;

  /** Finds a directory by a path; null without an allowed one. */
  Path directory(String path) throws IOException;
}
