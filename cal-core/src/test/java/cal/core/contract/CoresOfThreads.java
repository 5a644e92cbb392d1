package cal.core.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.os.Affinity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The cores that threads may run on, as Linux lists them. Stateless. */
public final class CoresOfThreads {
  private static final String KEY = "Cpus_allowed_list:";

  private CoresOfThreads() {}

  /** The last core of a process that has several; the test is skipped where it cannot be pinned. */
  public static String oneOfSeveral() {
    String missing = Affinity.missing();
    assumeTrue(missing == null, () -> "pinning " + missing);
    assumeTrue(Affinity.ofProcess().cardinality() > 1, "the process has one core");
    return "" + (Affinity.ofProcess().length() - 1);
  }

  /** Those of the calling thread, or of its carrier. */
  public static String ofCaller() throws IOException {
    return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
        .filter(line -> line.startsWith(KEY))
        .findFirst()
        .orElseThrow()
        .substring(KEY.length())
        .strip();
  }
}
