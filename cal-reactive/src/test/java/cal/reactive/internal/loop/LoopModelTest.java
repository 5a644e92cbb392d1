package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All interleavings of a loop's server and two spare threads, by Spin: a Promela model. */
@Timeout(300)
class LoopModelTest {
  private static final Path MODEL = Path.of("src/test/spin/loop.pml").toAbsolutePath();

  /** The model finds mistakes that are put there. */
  @ParameterizedTest
  @CsvSource({"SOUND, 0", "FORGETS, 1", "TWICE, 1", "HASTY, 1"})
  void shouldRunEachTurnOnceUnderASingleServer(String mistake, int errors, @TempDir Path folder)
      throws Exception {
    for (String tool : List.of("spin", "gcc")) {
      boolean there =
          Stream.of(System.getenv("PATH").split(":"))
              .anyMatch(entry -> Files.isExecutable(Path.of(entry, tool)));
      if (!there) {
        System.out.println("skipped: " + tool + " is not on the PATH, which checks the model");
      }
      assumeTrue(there, tool + " is not on the PATH");
    }
    Process spin =
        new ProcessBuilder("spin", "-D" + mistake, "-run", "-safety", MODEL.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();

    String said = new String(spin.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said).contains("errors: " + errors).doesNotContain("error: max search depth");
    assertThat(said.contains("assertion violated")).as(said).isEqualTo(errors > 0);
    spin.waitFor();
  }
}
