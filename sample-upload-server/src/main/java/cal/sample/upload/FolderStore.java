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
 * Keeps each frame in a file of its own, {@code ID-CRC.frame}, in a folder.
 *
 * <p>A frame is committed when the bytes are on the device, then the name, and then the folder's
 * name. A failure of power or of the system loses no committed frame. Until then the file is called
 * {@code ID.part}. Thread-safe: no two calls have the same file; but one thread of a process opens
 * and closes its stores.
 */
public final class FolderStore implements BlockingStore {

  private static final String UNFINISHED = ".part";

  /** The form of a {@link UUID}; others are not this store's to delete. */
  private static final String OWN_UNFINISHED =
      "????????-????-????-????-????????????".replace("?", "[0-9a-f]") + UNFINISHED;

  private static final String LOCK = ".lock";

  /**
   * The open lock files of this process, by their real folders. To open a file again would end the
   * lock (POSIX), once the second descriptor is closed.
   */
  private static final Map<Path, FileChannel> OPEN = new HashMap<>();

  private final Path folder;

  /** Has the folder's lock, which the system takes back when the process ends. */
  private final FileChannel lock;

  /**
   * Opens a folder for this store alone, and removes uncommitted frames. Another server with the
   * same folder would lose its uncommitted frames.
   *
   * @param folder made if missing
   * @throws StoreException if the folder cannot be made or read, or belongs to another store
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
    Path real = folder.toRealPath();
    if (!OPEN.containsKey(real)) {
      FileChannel file =
          FileChannel.open(real.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
    throw new StoreException(
        "cannot open " + this + ": another server stores there; stop it, or name another folder",
        null);
  }

  /**
   * The name of a new folder is on the device with the parent; and so is the name of the store's
   * own, for an earlier try may have ended before the sync.
   */
  private static void make(Path made) throws IOException {
    Path parent = made.getParent();
    if (parent == null) {
      return;
    }
    if (!Files.isDirectory(parent)) {
      make(parent);
    }
    Files.createDirectories(made);
    sync(parent);
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

  /** The frame was not answered, so nobody is to find the file. */
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
      lock.close();
      OPEN.values().remove(lock);
    } catch (IOException failure) {
      throw new StoreException("cannot close " + this + ": " + failure, failure);
    }
  }

  @Override
  public String toString() {
    return "files:" + folder;
  }
}
