package cal.sample.web;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;

/**
 * One file of a resource, and the answers that have it. Immutable.
 *
 * @param file where it is
 * @param size in bytes
 * @param modified when
 * @param key the file system's name of the file
 * @param type its content type
 * @param encoding {@code gzip} or {@code br}; null for the file itself
 * @param etag a strong validator
 * @param ok the answer to a plain request
 */
record Representation(
    Path file,
    long size,
    FileTime modified,
    Object key,
    String type,
    String encoding,
    String etag,
    Response ok) {
  private static final int OVERHEAD = 1000;

  long modifiedSecond() {
    return modified.toInstant().getEpochSecond();
  }

  boolean isUnchanged() throws IOException {
    BasicFileAttributes now = Disk.attributes(file);
    return now != null
        && now.size() == size
        && now.lastModifiedTime().equals(modified)
        && Objects.equals(now.fileKey(), key);
  }

  int weight() {
    return OVERHEAD + ok.weight();
  }
}
