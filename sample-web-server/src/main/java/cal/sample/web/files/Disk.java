package cal.sample.web.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The files below a root. Regular files only, and only where symbolic links may lead. Immutable.
 *
 * <p>A file replaced by a link between check and use is not noticed: writers below the root decide
 * about the served files.
 */
final class Disk implements FileSystem {
  private static final String INDEX = "index.html";

  private final Path root;
  private final int inMemory;
  private final boolean transfer;

  /**
   * Serves a folder.
   *
   * @param inMemory bytes of the largest file sent from memory
   * @param transfer whether larger files are sent without a copy here
   * @throws IOException if the folder is not there
   */
  Disk(Path root, int inMemory, boolean transfer) throws IOException {
    this.root = root.toRealPath();
    this.inMemory = inMemory;
    this.transfer = transfer;
  }

  @Override
  public Resource find(String path) throws IOException {
    Path file = at(path.endsWith("/") ? path + INDEX : path);
    BasicFileAttributes its = file == null ? null : attributes(file);
    return its != null && its.isRegularFile() && isAllowed(file)
        ? Resource.of(file, its, inMemory, transfer)
        : null;
  }

  @Override
  public Path directory(String path) throws IOException {
    Path folder = at(path);
    BasicFileAttributes its = folder == null ? null : attributes(folder);
    return its != null && its.isDirectory() && isAllowed(folder) ? folder : null;
  }

  private Path at(String path) {
    try {
      return path.isEmpty() ? root : root.resolve(path.substring(1));
    } catch (InvalidPathException notHere) {
      return null;
    }
  }

  private boolean isAllowed(Path file) {
    try {
      return Files.isReadable(file) && file.toRealPath().startsWith(root);
    } catch (IOException goneMeanwhile) {
      return false;
    }
  }

  /** Null without a file; mostly without an exception. */
  static BasicFileAttributes attributes(Path file) throws IOException {
    try {
      return file.getFileSystem()
          .provider()
          .readAttributesIfExists(file, BasicFileAttributes.class);
    } catch (FileSystemException belowAFile) {
      return null;
    }
  }
}
