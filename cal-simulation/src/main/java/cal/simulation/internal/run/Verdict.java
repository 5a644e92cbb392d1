package cal.simulation.internal.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The end of a simulated process. Immutable.
 *
 * @param outcome of all seeds
 * @param text for a reader
 */
public record Verdict(Outcome outcome, String text) {
  /** The outcomes of all seeds. */
  public enum Outcome {
    /** No seed failed. */
    PASSED,
    /** A seed failed. */
    FAILED,
    /** The assumptions failed with each seed. */
    NOTHING
  }

  /** Whether no seed failed, and one was simulated. */
  public boolean passed() {
    return outcome == Outcome.PASSED;
  }

  void write(Path file) throws IOException {
    Path beside = file.resolveSibling("verdict.part");
    Files.writeString(beside, outcome + "\n" + text);
    Files.move(beside, file);
  }

  /** Reads a file. */
  public static Verdict read(Path file) throws IOException {
    String all = Files.readString(file);
    int end = all.indexOf('\n');
    return new Verdict(Outcome.valueOf(all.substring(0, end)), all.substring(end + 1));
  }
}
