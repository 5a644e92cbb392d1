package cal.simulation.internal.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real files, which no run changes. Thread-safe; to be called inside of a call of the disk. */
final class RealFiles {
  /** A system's bits of the type of a file. */
  private static final int TYPE = 0xF000;

  private static final int PERMISSIONS = 07777;

  /** Known for all runs of the process. */
  private static final Map<String, Real> KNOWN = new ConcurrentHashMap<>();

  /**
   * A real file.
   *
   * @param type the system's bits
   * @param mode permissions
   * @param size bytes
   * @param modified nanoseconds since 1970
   * @param target of a symbolic link; null for other files
   */
  record Real(int type, int mode, long size, long modified, String target) {}

  /** Looks; null if there is no such file. */
  Real look(String path) {
    Real known = KNOWN.get(path);
    if (known == null) {
      try {
        known = read(Path.of(path));
        KNOWN.put(path, known);
      } catch (IOException none) {
        return null; // as for a file that may not be seen
      }
    }
    return known;
  }

  private static Real read(Path path) throws IOException {
    Map<String, Object> found =
        Files.readAttributes(path, "unix:mode,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
    int mode = (int) found.get("mode");
    return new Real(
        mode & TYPE,
        mode & PERMISSIONS,
        (long) found.get("size"),
        ((FileTime) found.get("lastModifiedTime")).to(TimeUnit.NANOSECONDS),
        Files.isSymbolicLink(path) ? Files.readSymbolicLink(path).toString() : null);
  }

  /** Returns the bytes of a file. */
  byte[] read(String path) throws Errno {
    try {
      return Files.readAllBytes(Path.of(path));
    } catch (IOException failure) {
      throw new Errno(Errno.Kind.EACCES);
    }
  }

  /** Returns the names in a folder. */
  List<String> list(String path) throws Errno {
    try (Stream<Path> all = Files.list(Path.of(path))) {
      return all.map(one -> one.getFileName().toString()).toList();
    } catch (IOException failure) {
      throw new Errno(Errno.Kind.EACCES);
    }
  }
}
