package cal.simulation.internal.disk;

import cal.simulation.internal.jdk.JdkFiles;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The real files, which no run changes. Thread-safe; to be called inside of a call of the disk. */
final class RealFiles {
  /** A system's bits of the type of a file. */
  private static final int TYPE = 0xF000;

  private static final int PERMISSIONS = 07777;

  /** Known for all runs of the process, or these would differ where another process writes. */
  private static final Map<String, Real> KNOWN = new ConcurrentHashMap<>();

  private static final Map<String, Set<String>> LISTS = new ConcurrentHashMap<>();

  /** The files of the JVM and its classes, and files without a size of their own. */
  private static final List<String> OF_PROCESS = ofProcess();

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

  private static List<String> ofProcess() {
    String[] classes = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    return Stream.of(
            Stream.of("/proc", "/sys"),
            Stream.of(withoutLinks(System.getProperty("java.home"))),
            Stream.of(classes).filter(one -> !one.isEmpty()).map(RealFiles::withoutLinks))
        .flatMap(all -> all)
        .toList();
  }

  private static String withoutLinks(String file) {
    try {
      return Path.of(file).toRealPath().toString();
    } catch (IOException none) {
      return Path.of(file).toAbsolutePath().toString();
    }
  }

  /**
   * Whether a file is of the process itself, which reads its classes where no thread may stand
   * still.
   *
   * @param path without symbolic links
   */
  boolean isOfProcess(String path) {
    return path.endsWith(".jar")
        || path.endsWith(".class")
        || OF_PROCESS.stream().anyMatch(one -> path.equals(one) || path.startsWith(one + "/"));
  }

  /** Looks; null if there is no such file. */
  Real look(String path) {
    Real known = KNOWN.get(path);
    int name = path.lastIndexOf('/');
    Set<String> beside = LISTS.get(name == 0 ? "/" : path.substring(0, name));
    if (known == null && (beside == null || beside.contains(path.substring(name + 1)))) {
      try {
        known = look(Path.of(path));
        KNOWN.put(path, known);
      } catch (IOException none) {
        return null; // as for a file that may not be seen
      }
    }
    return known;
  }

  private static Real look(Path path) throws IOException {
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
    return read(path, 0, (int) Math.min(Bytes.LONGEST, look(path).size()));
  }

  /** Returns bytes from a place on, at most so many, and none behind the length that is known. */
  byte[] read(String path, long at, int length) throws Errno {
    byte[] bytes = new byte[(int) Math.max(0, Math.min(length, look(path).size() - at))];
    try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
      file.seek(at);
      int done = 0;
      for (int read = 0; read >= 0 && done < bytes.length; done += Math.max(0, read)) {
        read = file.read(bytes, done, bytes.length - done);
      }
      return Arrays.copyOf(bytes, done);
    } catch (IOException failure) {
      throw new Errno(Errno.Kind.EACCES);
    }
  }

  /** Maps a file, as a call of the JDK asks for; returns the answer. */
  Object map(String path, Object[] arguments) throws Errno {
    try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
      Object[] real = arguments.clone();
      real[1] = file.getFD();
      return JdkFiles.map(real);
    } catch (IOException failure) {
      throw new Errno(Errno.Kind.EACCES);
    }
  }

  /** Returns the names in a folder. */
  Set<String> list(String path) throws Errno {
    Set<String> known = LISTS.get(path);
    if (known == null) {
      try (Stream<Path> all = Files.list(Path.of(path))) {
        known = all.map(one -> one.getFileName().toString()).collect(Collectors.toSet());
        LISTS.put(path, known);
      } catch (IOException failure) {
        throw new Errno(Errno.Kind.EACCES);
      }
    }
    return known;
  }
}
