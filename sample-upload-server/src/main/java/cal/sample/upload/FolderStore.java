package cal.sample.upload;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
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

  /** The form of a {@link UUID}; others are not this store's to delete. */
  private static final String OWN_UNFINISHED =
      "????????-????-????-????-????????????".replace("?", "[0-9a-f]") + UNFINISHED;

  private static final String LOCK = ".lock";

  /**
   * The lock files that this process has open, by their real folders. To open one again would end
   * its lock, as POSIX has it, once the second descriptor is closed.
   */
  private static final Map<Path, FileChannel> OPEN = new HashMap<>();

  private final Path folder;

  /** Has the folder's lock, which the system takes back when the process ends. */
  private final FileChannel lock;

  /**
   * Opens a folder, which is this store's alone, and removes what was not committed there. Another
   * server that stored there would lose frames that it has not committed yet.
   *
   * @param folder made where it does not exist
   * @throws StoreException if it cannot be made or read, or another store has it
   */
  public FolderStore(Path folder) {
    this.folder = folder;
    try {
      make(folder.toAbsolutePath());
      lock = lock();
    } catch (IOException failure) {
      throw cannotOpen(failure);
    }
    try {
      deleteUnfinished();
    } catch (IOException | DirectoryIteratorException failure) {
      close();
      throw cannotOpen(failure);
    }
  }

  private StoreException cannotOpen(Exception failure) {
    return new StoreException("cannot open " + this + ": " + failure, failure);
  }

  private void deleteUnfinished() throws IOException {
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, OWN_UNFINISHED)) {
      for (Path part : parts) {
        Files.delete(part);
      }
    }
  }

  private FileChannel lock() throws IOException {
    synchronized (OPEN) {
      Path real = folder.toRealPath();
      if (!OPEN.containsKey(real)) {
        FileChannel file =
            FileChannel.open(
                real.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
          if (file.tryLock() != null) {
            OPEN.put(real, file);
            return file;
          }
          file.close();
        } catch (OverlappingFileLockException ofAnotherClassLoader) {
          OPEN.put(real, file); // for good
        }
      }
    }
    throw new StoreException(
        "cannot open " + this + ": another server stores there; stop it, or name another folder",
        null);
  }

  /** The name of a new folder is on the device when its parent is. */
  private static void make(Path made) throws IOException {
    if (!Files.isDirectory(made)) {
      if (made.getParent() != null) {
        make(made.getParent());
      }
      Files.createDirectories(made);
      sync(made.getParent());
    }
  }

  @Override
  public int store(byte[] bytes, int offset, int length) {
    int crc = Checksum.of(bytes, offset, length);
    String id = UUID.randomUUID().toString();
    Path part = folder.resolve(id + UNFINISHED);
    Path frame = folder.resolve("%s-%08x.frame".formatted(id, crc));
    try {
      write(part.toFile(), bytes, offset, length);
      Files.move(part, frame, StandardCopyOption.ATOMIC_MOVE);
      sync(folder);
      return crc;
    } catch (IOException failure) {
      delete(part, failure);
      delete(frame, failure);
      throw new StoreException("cannot store a frame in " + this + ": " + failure, failure);
    }
  }

  private static void write(File part, byte[] bytes, int offset, int length) throws IOException {
    try (FileOutputStream out = new FileOutputStream(part)) {
      out.write(bytes, offset, length);
      out.getFD().sync();
    }
  }

  /** It was not answered, so nobody is to find it. */
  private static void delete(Path file, IOException because) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      because.addSuppressed(failure);
    }
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public void close() {
    try {
      synchronized (OPEN) {
        lock.close();
        OPEN.values().remove(lock);
      }
    } catch (IOException failure) {
      throw new StoreException("cannot close " + this + ": " + failure, failure);
    }
  }

  @Override
  public String toString() {
    return "files:" + folder;
  }
}
