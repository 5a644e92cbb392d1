package cal.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder, deleted with what is in it when it is closed. Immutable. */
public record TemporaryFolder(Path folder) implements AutoCloseable {
  public static TemporaryFolder make() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("cal-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
