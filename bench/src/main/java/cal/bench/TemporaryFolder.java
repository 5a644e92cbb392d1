package cal.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder, deleted with what is in it when it is closed. Immutable. */
public record TemporaryFolder(Path folder) implements AutoCloseable {
  public static TemporaryFolder make() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("cal-bench"));
  }

  /** One within a folder, and so on the disk of that. */
  public static TemporaryFolder in(Path folder) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(folder, "cal-bench"));
  }

  /** Deletes what is in it. */
  public void empty() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst =
          files.filter(file -> !file.equals(folder)).sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    empty();
    Files.delete(folder);
  }
}
