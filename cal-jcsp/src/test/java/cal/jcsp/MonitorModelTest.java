package cal.jcsp;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Spin;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All interleavings of an oracle and three threads, by Spin: a Promela model of the monitor. */
@Timeout(300)
class MonitorModelTest {
  private static final Path MODEL = Path.of("src/test/spin/monitor.pml");

  @TempDir private Path folder;

  @BeforeEach
  void needSpin() {
    Spin.assumeInstalled();
  }

  @Test
  void shouldExcludeLoseNoSignalAndEnd() throws Exception {
    assertThat(Spin.check(MODEL, folder))
        .contains("errors: 0")
        .doesNotContain("error: max search depth");
  }

  /** The model finds mistakes that are put there. */
  @ParameterizedTest
  @ValueSource(strings = {"DEAF", "IMPATIENT"})
  void shouldFindAMistake(String mistake) throws Exception {
    assertThat(Spin.check(MODEL, folder, "-D" + mistake)).contains("errors: 1");
  }
}
