package cal.sample.web.files;

import java.io.IOException;
import java.util.List;

/**
 * A path of the site for a file: the representations, and the time of the last comparison with the
 * disk. Thread-safe: two threads that compare at once find the same.
 */
final class Resource {
  private final Representation identity;
  private final List<Representation> encoded;
  private final List<Absent> absent;
  private int comparedAt;

  /**
   * Holds the found files.
   *
   * @param identity the file itself
   * @param encoded its compressed forms, the best first
   * @param absent missing or unreadable compressed forms
   */
  Resource(Representation identity, List<Representation> encoded, List<Absent> absent, int second) {
    this.identity = identity;
    this.encoded = encoded;
    this.absent = absent;
    this.comparedAt = second;
  }

  /** A missing or unreadable file. */
  record Absent(java.nio.file.Path file) {}

  Representation identity() {
    return identity;
  }

  List<Representation> encoded() {
    return encoded;
  }

  /**
   * Whether the disk has these files. The disk is asked once a second at most, unless a file was
   * found replaced.
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
