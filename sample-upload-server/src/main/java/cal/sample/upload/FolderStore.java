package cal.sample.upload;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Keeps each frame in a file of its own, {@code ID-CRC.frame}, in one folder.
 *
 * <p>A frame is committed when its bytes are on the device, then its name, and then that of the
 * folder. A failure of power or of the system loses none of those. Until then its file is called
 * {@code ID.part}. Thread-safe: no two calls have the same file.
 */
public final class FolderStore implements BlockingStore {

  private static final String UNFINISHED = ".part";

  private final Path folder;

  /**
   * Opens a folder, which is this store's alone, and removes what was not committed there.
   *
   * @param folder made where it does not exist
   * @throws StoreException if it cannot be made or read
   */
  public FolderStore(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*" + UNFINISHED)) {
        for (Path part : parts) {
          Files.delete(part);
        }
      }
    } catch (IOException failure) {
      throw new StoreException("cannot open " + this + ": " + failure, failure);
    }
  }

  @Override
  public int store(byte[] bytes, int offset, int length) {
    int crc = Checksum.of(bytes, offset, length);
    String id = UUID.randomUUID().toString();
    Path part = folder.resolve(id + UNFINISHED);
    try {
      write(part.toFile(), bytes, offset, length);
      Files.move(
          part, folder.resolve("%s-%08x.frame".formatted(id, crc)), StandardCopyOption.ATOMIC_MOVE);
      syncFolder();
      return crc;
    } catch (IOException failure) {
      part.toFile().delete();
      throw new StoreException("cannot store a frame in " + this + ": " + failure, failure);
    }
  }

  private static void write(File part, byte[] bytes, int offset, int length) throws IOException {
    try (FileOutputStream out = new FileOutputStream(part)) {
      out.write(bytes, offset, length);
      out.getFD().sync();
    }
  }

  private void syncFolder() throws IOException {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public void close() {}

  @Override
  public String toString() {
    return "files:" + folder;
  }
}
