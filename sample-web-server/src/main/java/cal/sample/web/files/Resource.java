package cal.sample.web.files;

import java.io.IOException;
import java.util.List;

/**
 * A path of the site that is a file: its representations, and when they were last compared with the
 * disk. Thread-safe: two threads that compare at once find the same.
 */
final class Resource {
  private final Representation identity;
  private final List<Representation> encoded;
  private final List<Absent> absent;
  private int comparedAt;

  /**
   * Holds what was found.
   *
   * @param identity the file itself
   * @param encoded its compressed forms, the best first
   * @param absent compressed forms that are not there, or cannot be read
   */
  Resource(Representation identity, List<Representation> encoded, List<Absent> absent, int second) {
    this.identity = identity;
    this.encoded = encoded;
    this.absent = absent;
    this.comparedAt = second;
  }

  /** A file that was not there, or could not be read. */
  record Absent(java.nio.file.Path file) {}

  Representation identity() {
    return identity;
  }

  List<Representation> encoded() {
    return encoded;
  }

  /**
   * Whether the disk has what this holds. That is looked up once a second at most, unless one was
   * found to be replaced.
   */
  boolean isFresh(int second) throws IOException {
    if (comparedAt == second) {
      return !isReplaced();
    }
    if (!identity.version().isThere()) {
      return false;
    }
    for (Representation one : encoded) {
      if (!one.version().isThere()) {
        return false;
      }
    }
    for (Absent one : absent) {
      if (java.nio.file.Files.isReadable(one.file)) {
        return false;
      }
    }
    comparedAt = second;
    return true;
  }

  private boolean isReplaced() {
    boolean replaced = identity.version().isReplaced();
    for (int i = 0; !replaced && i < encoded.size(); i++) {
      replaced = encoded.get(i).version().isReplaced();
    }
    return replaced;
  }

  /** The bytes of memory. */
  int weight() {
    int weight = identity.weight();
    for (Representation one : encoded) {
      weight += one.weight();
    }
    return weight;
  }
}
