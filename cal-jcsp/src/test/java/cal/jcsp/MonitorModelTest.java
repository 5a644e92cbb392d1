package cal.jcsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All interleavings of an oracle and three threads, by Spin: a Promela model of the monitor. */
@Timeout(300)
class MonitorModelTest {
  private static final Path MODEL = Path.of("src/test/spin/monitor.pml").toAbsolutePath();

  @TempDir private Path folder;

  @BeforeEach
  void needSpin() {
    for (String tool : List.of("spin", "gcc")) {
      boolean there =
          Stream.of(System.getenv("PATH").split(":"))
              .anyMatch(entry -> Files.isExecutable(Path.of(entry, tool)));
      if (!there) {
        System.out.println("skipped: " + tool + " is not on the PATH, which checks the model");
      }
      assumeTrue(there, tool + " is not on the PATH");
    }
  }

  @Test
  void shouldExcludeLoseNoSignalAndEnd() throws Exception {
    assertThat(spin()).contains("errors: 0").doesNotContain("error: max search depth");
  }

  /** The model finds mistakes that are put there. */
  @ParameterizedTest
  @ValueSource(strings = {"DEAF", "IMPATIENT"})
  void shouldFindAMistake(String mistake) throws Exception {
    assertThat(spin("-D" + mistake)).contains("errors: 1");
  }

  private String spin(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("spin"));
    command.addAll(List.of(options));
    command.addAll(List.of("-run", "-safety", MODEL.toString()));
    Process spin =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(spin.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    spin.waitFor();
    return said;
  }
}
