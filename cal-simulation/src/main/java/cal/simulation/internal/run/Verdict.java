package cal.simulation.internal.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The end of a simulated process. Immutable.
 *
 * @param passed whether no seed failed
 * @param text for a reader
 */
public record Verdict(boolean passed, String text) {
  private static final String PASSED = "passed\n";
  private static final String FAILED = "failed\n";

  void write(Path file) throws IOException {
    Path beside = file.resolveSibling("verdict.part");
    Files.writeString(beside, (passed ? PASSED : FAILED) + text);
    Files.move(beside, file);
  }

  /** Reads a file. */
  public static Verdict read(Path file) throws IOException {
    String all = Files.readString(file);
    boolean passed = all.startsWith(PASSED);
    return new Verdict(passed, all.substring((passed ? PASSED : FAILED).length()));
  }
}
