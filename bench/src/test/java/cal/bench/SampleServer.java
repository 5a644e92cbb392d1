package cal.bench;

import cal.sample.upload.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The artifacts of the sample server that the build has made so far; they decide which tests can
 * run.
 */
public final class SampleServer {
  private static final Path TARGET = Path.of("..", "sample-upload-server", "target");

  private SampleServer() {}

  /** Skips the test where the class path holds the plain classes: before phase package. */
  public static void assumeWoven() {
    skipUnless(
        Arrays.stream(Listener.class.getInterfaces())
            .anyMatch(type -> type.getName().startsWith("cal.core.")),
        "the sample server on the class path is not woven yet (mvn verify weaves it)");
  }

  /** Its unwoven jar; skips the test where that is not built. */
  public static Path unwovenJar() throws IOException {
    Optional<Path> jar = Optional.empty();
    if (Files.isDirectory(TARGET)) {
      try (Stream<Path> files = Files.list(TARGET)) {
        jar = files.filter(file -> file.toString().endsWith("-unwoven.jar")).findFirst();
      }
    }
    skipUnless(jar.isPresent(), "the sample server's unwoven jar is not built (mvn verify does)");
    return jar.orElseThrow();
  }

  public static void skipUnless(boolean condition, String reason) {
    if (!condition) {
      System.out.println("skipped: " + reason);
    }
    Assumptions.assumeTrue(condition, reason);
  }
}
