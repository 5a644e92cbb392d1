package simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A server with a line that is on no device. */
final class Unsynced {
  private static final Path FILE = Path.of("unsynced");

  private Unsynced() {}

  /** Answers the number of lines. */
  public static void main(String[] none) throws Exception {
    Files.writeString(FILE, "a line\n");
    LineServer unused = new LineServer(line -> String.valueOf(count()), 2);
    Thread.sleep(Long.MAX_VALUE);
  }

  private static int count() {
    try {
      return Files.readAllLines(FILE).size();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
