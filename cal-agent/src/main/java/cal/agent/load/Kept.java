package cal.agent.load;

import cal.core.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The weaving of earlier starts, in files: one for all that it depends on, so that the next start
 * needs no weaver. Only what the server's user alone can write is read, a damaged file is none, and
 * the bytes of every class are compared again when it is loaded. What cannot be kept is woven
 * again. Thread-safe; several processes may use one folder.
 *
 * <p>A file is a row of blocks, each with its length and checksum: what the weaving depends on and
 * was, then a class each. A class that is woven when it is loaded is added at the end.
 */
final class Kept {
  private static final int FILES = 16;
  private static final int FILE_BYTES = 32 << 20;

  /** Null where nothing is kept. */
  private final Path file;

  private final String inputs;

  private boolean adding;

  private Kept(Path file, String inputs) {
    this.file = file;
    this.inputs = inputs;
  }

  /**
   * Where the weaving of a server is kept.
   *
   * @param folder as asked for: a folder, {@code none}, or empty for the user's own
   * @param inputs all that the weaving depends on; empty if that is not known
   * @throws ConfigurationException if the folder that is asked for cannot be used
   */
  static Kept in(Optional<String> folder, Optional<String> inputs) {
    if (inputs.isEmpty() || folder.filter("none"::equals).isPresent()) {
      return new Kept(null, "");
    }
    try {
      Path used = folder.map(Path::of).orElseGet(Kept::usersFolder);
      requirePrivate(used);
      String name = Long.toHexString(hash(inputs.get()));
      return new Kept(used.resolve(name + ".woven"), inputs.get());
    } catch (IOException | InvalidPathException unusable) {
      if (folder.isPresent()) {
        throw new ConfigurationException(
            "cal.cache=" + folder.get() + " cannot be used: " + unusable + "; or give none",
            unusable);
      }
      return new Kept(null, "");
    }
  }

  private static Path usersFolder() {
    String given = System.getenv("XDG_CACHE_HOME");
    Path caches =
        given == null || given.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(given);
    return caches.resolve("cal");
  }

  /** Who writes there decides what code the server runs. */
  private static void requirePrivate(Path folder) throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.toAbsolutePath().getParent());
      makePrivate(folder, posix);
    }
    if (posix) {
      var is = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!is.owner().getName().equals(System.getProperty("user.name"))
          || is.permissions().contains(PosixFilePermission.GROUP_WRITE)
          || is.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new IOException("others than this process's user may write there");
      }
    }
  }

  private static void makePrivate(Path folder, boolean posix) throws IOException {
    try {
      if (posix) {
        var own = PosixFilePermissions.fromString("rwx------");
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(own));
      } else {
        Files.createDirectory(folder);
      }
    } catch (FileAlreadyExistsException another) {
      // Made by a server that is started at the same time, and looked at as any other.
      if (!Files.isDirectory(folder)) {
        throw another;
      }
    }
  }

  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L; // FNV-1a
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** What is kept of the same weaving; empty if nothing is, or it is damaged. */
  Optional<Weaving> find() {
    if (file == null) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      DataInputStream head = block(in);
      if (!new String(head.readNBytes(head.readInt()), StandardCharsets.UTF_8).equals(inputs)) {
        return Optional.empty();
      }
      Weaving weaving = Weaving.read(head);
      while (in.available() > 0) {
        Woven woven = Woven.read(block(in));
        weaving.classes().put(woven.name(), woven);
      }
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
      adding = true;
      return Optional.of(weaving);
    } catch (IOException missingOrDamaged) {
      return Optional.empty();
    }
  }

  private static DataInputStream block(DataInputStream in) throws IOException {
    int length = in.readInt();
    int checksum = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("cut off");
    }
    byte[] bytes = in.readNBytes(length);
    if (checksum(bytes) != checksum) {
      throw new IOException("damaged");
    }
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private static int checksum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /** Keeps a weaving in place of what there was; the files unused for longest are removed. */
  synchronized void put(Weaving weaving) {
    if (file == null) {
      return;
    }
    Path written = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    try {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(all);
      writeBlock(
          out,
          head -> {
            byte[] text = inputs.getBytes(StandardCharsets.UTF_8);
            head.writeInt(text.length);
            head.write(text);
            weaving.write(head);
          });
      for (Woven woven : weaving.classes().values()) {
        writeBlock(out, woven::write);
      }
      if (all.size() > FILE_BYTES) {
        return;
      }
      Files.write(written, all.toByteArray());
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      adding = true;
      removeOldest();
    } catch (IOException full) {
      delete(written);
    }
  }

  /** Adds a class that was woven when it was loaded. */
  synchronized void add(Woven woven) {
    if (!adding) {
      return;
    }
    try {
      ByteArrayOutputStream block = new ByteArrayOutputStream();
      writeBlock(new DataOutputStream(block), woven::write);
      if (Files.size(file) + block.size() > FILE_BYTES) {
        adding = false;
      } else {
        // In one write, so that what two processes add does not mix.
        Files.write(file, block.toByteArray(), StandardOpenOption.APPEND);
      }
    } catch (NoSuchFileException removed) {
      adding = false;
    } catch (IOException full) {
      adding = false;
      delete(file);
    }
  }

  private interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  private static void writeBlock(DataOutputStream out, Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.write(new DataOutputStream(bytes));
    out.writeInt(bytes.size());
    out.writeInt(checksum(bytes.toByteArray()));
    bytes.writeTo(out);
  }

  private void removeOldest() throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      List<Path> all =
          files
              .filter(one -> one.getFileName().toString().contains(".woven"))
              .sorted(Comparator.comparing(Kept::lastUsed).reversed())
              .toList();
      all.stream().skip(FILES).forEach(Kept::delete);
    }
  }

  private static FileTime lastUsed(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException removed) {
      return FileTime.fromMillis(0);
    }
  }

  /** What stays is damaged, or one file too many: it is found again by the next start. */
  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "cannot delete " + file, stays);
    }
  }
}
