package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Spin;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All interleavings of a loop's server and two spare threads, by Spin: a Promela model. */
@Timeout(300)
class LoopModelTest {
  private static final Path MODEL = Path.of("src/test/spin/loop.pml");

  /** The model finds mistakes that are put there. */
  @ParameterizedTest
  @CsvSource({"SOUND, 0", "FORGETS, 1", "TWICE, 1", "HASTY, 1", "LEAVES, 1"})
  void shouldRunEachTurnOnceUnderASingleServer(String mistake, int errors, @TempDir Path folder)
      throws Exception {
    Spin.assumeInstalled();

    String said = Spin.check(MODEL, folder, "-D" + mistake);

    assertThat(said).contains("errors: " + errors).doesNotContain("error: max search depth");
    assertThat(said.contains("assertion violated")).as(said).isEqualTo(errors > 0);
  }
}
