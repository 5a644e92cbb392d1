package cal.sample.web.files;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;

/**
 * A file at the time of a look. Thread-safe: a replaced version stays replaced, and a thread that
 * does not see this yet asks the disk.
 */
final class FileVersion {
  final Path file;

  /** In bytes. */
  final long size;

  final FileTime modified;

  /** Whether the file is sent without a copy here, where a connection can. */
  final boolean transfer;

  /** The file system's name of the file. */
  private final Object key;

  private boolean replaced;

  FileVersion(Path file, BasicFileAttributes attributes, boolean transfer) {
    this.file = file;
    this.size = attributes.size();
    this.modified = attributes.lastModifiedTime();
    this.transfer = transfer;
    this.key = attributes.fileKey();
  }

  /** Whether another version was found in its place. */
  boolean isReplaced() {
    return replaced;
  }

  /** Whether the disk has this version. */
  boolean isThere() throws IOException {
    look();
    return !replaced;
  }

  /** Looks at the disk: null with another file, or none. */
  private BasicFileAttributes look() throws IOException {
    BasicFileAttributes now = Disk.attributes(file);
    boolean same = now != null && Objects.equals(now.fileKey(), key);
    replaced |= !same || !now.lastModifiedTime().equals(modified) || now.size() != size;
    return same ? now : null;
  }

  /** Whether the disk has this version or, if allowed, the same file with more bytes. */
  private boolean isThere(boolean grown) throws IOException {
    BasicFileAttributes same = look();
    return !replaced || (grown && same != null && same.size() > size);
  }

  /** Whether the file itself was changed, other than by more bytes at the end. */
  boolean isWrittenOver() throws IOException {
    BasicFileAttributes same = look();
    return replaced && same != null && same.size() <= size;
  }

  /**
   * Opens this version.
   *
   * @param grown whether the same file with more bytes will do, such as a log
   * @throws IOException if there is another version, or none
   */
  OpenFile open(boolean grown) throws IOException {
    FileInputStream in = stream();
    try {
      requireThere(grown);
      return new OpenFile(this, in);
    } catch (IOException failure) {
      in.close();
      throw failure;
    }
  }

  /**
   * Reads all of this version.
   *
   * @param grown whether the first bytes of the same, longer file will do
   * @throws IOException if there is another version, or none
   */
  byte[] read(boolean grown) throws IOException {
    byte[] content;
    try (FileInputStream in = stream()) {
      content = in.readNBytes((int) size);
    }
    requireThere(grown);
    if (content.length < size) {
      throw new IOException(file + " has less bytes than it says");
    }
    return content;
  }

  private FileInputStream stream() throws IOException {
    try {
      return new FileInputStream(file.toFile());
    } catch (FileNotFoundException gone) {
      replaced = true;
      throw gone;
    }
  }

  private void requireThere(boolean grown) throws IOException {
    if (!isThere(grown)) {
      throw new IOException(file + " has changed while it was asked for");
    }
  }
}
