package cal.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A temporary folder that anybody may read: made when it is first asked for, deleted when this
 * process ends. Thread-safe.
 */
public final class Scratch {
  private static final Path FOLDER = make();

  private Scratch() {}

  private static Path make() {
    try {
      Path folder = readable(Files.createTempDirectory("cal-bench"));
      Runtime.getRuntime().addShutdownHook(new Thread(Scratch::delete, "delete-scratch"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
  }

  /** A new folder within it. */
  public static Path folder() throws IOException {
    return readable(Files.createTempDirectory(FOLDER, "server"));
  }

  /** Servers that were started as root serve as nobody. */
  private static Path readable(Path folder) throws IOException {
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void delete() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("cal: " + FOLDER + " cannot be deleted: " + e);
    }
  }
}
