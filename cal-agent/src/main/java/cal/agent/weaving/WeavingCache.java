package cal.agent.weaving;

import cal.agent.path.PrivateFolder;
import cal.core.spi.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * The weaving of earlier starts, in files: a file for each set of inputs, so the next start needs
 * no weaver. Only files that the server's user alone can write are read. A damaged file counts as
 * absent. The bytes of every class are compared again at loading. A weaving without a file is
 * repeated. Thread-safe; several processes may use one folder.
 *
 * <p>A file is a row of blocks, each with its length and checksum: the inputs and the weaving, then
 * a class each. A class woven at loading is added at the end.
 */
public final class WeavingCache {
  private static final int FILES = 16;
  private static final int FILE_BYTES = 32 << 20;

  /** Null where nothing is kept. */
  private final Path folder;

  private final String name;
  private final String inputs;
  private final Consumer<String> warnings;

  private boolean adding;

  private WeavingCache(Path folder, String inputs, Consumer<String> warnings) {
    this.folder = folder;
    this.name = Long.toHexString(hash(inputs)) + ".woven";
    this.inputs = inputs;
    this.warnings = warnings;
  }

  /**
   * Where the weaving of a server is kept.
   *
   * @param folder as asked for: a folder, {@code none}, or empty for the user's own
   * @param inputs all inputs of the weaving; empty if unknown
   * @param warnings takes a sentence where nothing is kept, or a file is not used
   * @throws ConfigurationException if the requested folder cannot be used
   */
  public static WeavingCache in(
      Optional<String> folder, Optional<String> inputs, Consumer<String> warnings) {
    if (inputs.isEmpty() || folder.filter("none"::equals).isPresent()) {
      return new WeavingCache(null, "", warnings);
    }
    try {
      Path used =
          folder.isPresent()
              ? Path.of(folder.get())
              : usersFolder(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
      PrivateFolder.open(used).close();
      return new WeavingCache(used, inputs.get(), warnings);
    } catch (IOException | InvalidPathException unusable) {
      if (folder.isPresent()) {
        throw new ConfigurationException(
            "cal.cache=" + folder.get() + " cannot be used: " + said(unusable) + "; or give none",
            unusable);
      }
      warnings.accept(
          "woven classes are not kept for the next start: "
              + said(unusable)
              + "; name a folder by -Dcal.cache, or none");
      return new WeavingCache(null, "", warnings);
    }
  }

  private static String said(Exception unusable) {
    return unusable instanceof PrivateFolder.Refused ? unusable.getMessage() : unusable.toString();
  }

  /**
   * The folder of a user.
   *
   * @param caches the user's folder of caches; null or blank for {@code .cache} in the home
   * @param home "?" for a user in no list of users
   */
  public static Path usersFolder(String caches, String home) throws IOException {
    Path folder = caches == null || caches.isBlank() ? Path.of(home, ".cache") : Path.of(caches);
    if (!folder.isAbsolute()) {
      throw new IOException(folder + " is not named from the root");
    }
    return folder.resolve("cal");
  }

  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L; // FNV-1a
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The stored result of the same weaving; empty for a missing or damaged file. */
  public Optional<WovenServer> find() {
    if (folder == null) {
      return Optional.empty();
    }
    try (PrivateFolder open = PrivateFolder.open(folder);
        DataInputStream in =
            new DataInputStream(new ByteArrayInputStream(open.read(name, FILE_BYTES)))) {
      DataInputStream head = block(in);
      if (!new String(head.readNBytes(head.readInt()), StandardCharsets.UTF_8).equals(inputs)) {
        return Optional.empty();
      }
      WovenServer weaving = WovenServer.read(head);
      while (in.available() > 0) {
        weaving.classes().add(Woven.read(block(in)));
      }
      open.use(name);
      adding = true;
      return Optional.of(weaving);
    } catch (PrivateFolder.Refused foreign) {
      warnings.accept("what was woven earlier is not used: " + foreign.getMessage());
      return Optional.empty();
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

  /** Keeps a weaving in place of the old file; the files unused for longest are removed. */
  public synchronized void put(WovenServer weaving) {
    if (folder == null) {
      return;
    }
    try (PrivateFolder open = PrivateFolder.open(folder)) {
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
      for (Woven woven : weaving.classes()) {
        writeBlock(out, woven::write);
      }
      if (all.size() <= FILE_BYTES) {
        open.write(name, all.toByteArray());
        adding = true;
        removeOldest(open);
      }
    } catch (IOException full) {
      notKept(full);
    }
  }

  /** Gives up the file, and keeps nothing from now on. */
  public synchronized void forget() {
    adding = false;
    if (folder == null) {
      return;
    }
    try (PrivateFolder open = PrivateFolder.open(folder)) {
      open.delete(name);
    } catch (IOException stays) {
      notKept(stays);
    }
  }

  /** Adds a class woven at loading. */
  public synchronized void add(Woven woven) {
    if (!adding) {
      return;
    }
    try (PrivateFolder open = PrivateFolder.open(folder)) {
      ByteArrayOutputStream block = new ByteArrayOutputStream();
      writeBlock(new DataOutputStream(block), woven::write);
      adding = append(open, block.toByteArray());
    } catch (IOException failure) {
      adding = false;
      notKept(failure);
    }
  }

  /**
   * Deletes the file after a failure: a half block would hide all later blocks. A full file is
   * deleted as well: the next start weaves anew, and keeps its own needs.
   */
  private boolean append(PrivateFolder open, byte[] block) throws IOException {
    try {
      boolean fits = open.append(name, block, FILE_BYTES);
      if (!fits) {
        open.delete(name);
      }
      return fits;
    } catch (NoSuchFileException removed) {
      return false;
    } catch (IOException full) {
      open.delete(name);
      throw full;
    }
  }

  /** The next start weaves again, as without a cache. */
  private static void notKept(IOException failure) {
    System.getLogger("cal").log(System.Logger.Level.DEBUG, "woven classes are not kept", failure);
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

  private static void removeOldest(PrivateFolder open) throws IOException {
    Map<String, FileTime> used = new HashMap<>();
    open.names().stream()
        .filter(one -> one.contains(".woven"))
        .forEach(one -> used.put(one, open.lastUsed(one)));
    used.entrySet().stream()
        .sorted(Map.Entry.<String, FileTime>comparingByValue().reversed())
        .skip(FILES)
        .forEach(one -> open.delete(one.getKey()));
  }
}
