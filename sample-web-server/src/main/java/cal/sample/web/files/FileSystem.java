package cal.sample.web.files;

import java.io.IOException;
import java.nio.file.Path;

/** The files of a site by their paths (JAWS, the cached virtual file system). Thread-safe. */
interface FileSystem {
  /**
   * Finds a file, or the index of a directory.
   *
   * @param path decoded, absolute, without segments of dots
   * @return null without an allowed file
   * @throws IOException if the disk fails
   */
  Resource find(String path) throws IOException;

  /**
   * Finds a directory.
   *
   * @param path as above
   * @return null without an allowed file
   * @throws IOException if the disk fails
   */
  Path directory(String path) throws IOException;

  /**
   * Tells whether an entry of such a directory may be named.
   *
   * @return false for an entry without an answer: a forbidden link, a pipe, a file unreadable or
   *     without a target
   * @throws IOException if the disk fails
   */
  boolean isServed(Path entry) throws IOException;
}
