package cal.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.process.ProcessFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final long MILLIS = 1_000_000;

  private final List<Long> lasted = new ArrayList<>();

  /** The milliseconds of each look at compilers that have taken so many in all. */
  private List<Long> looks(long most, Long... taken) throws InterruptedException {
    Iterator<Long> all = Arrays.asList(taken).iterator();
    WarmUp.of(
        () -> all.hasNext() ? OptionalLong.of(all.next() * MILLIS) : OptionalLong.empty(),
        Duration.ofMillis(most),
        time -> lasted.add(time.toMillis()));
    return lasted;
  }

  @Test
  void shouldEndWhenTheCompilersHaveBeenIdleForASecond() throws Exception {
    assertThat(looks(12_000, 700L, 900L, 1100L, 1124L, 1200L, 1224L, 1230L))
        .containsExactly(500L, 500L, 500L, 500L, 500L, 500L);
  }

  @Test
  void shouldNotLastLongerThanItMay() throws Exception {
    assertThat(looks(1_200, 0L, 400L, 800L, 1200L, 1600L)).containsExactly(500L, 500L, 200L);
  }

  @Test
  void shouldLastAsLongAsItMayWhereNobodyTells() throws Exception {
    assertThat(looks(2_000)).containsExactly(500L, 500L, 500L, 500L);
  }

  @Test
  void shouldSeeTheCompilersOfAJvm() {
    ProcessFigures figures = new ProcessFigures(ProcessHandle.current().pid());

    assertThat(figures.cpuOfCompilers().orElseThrow()).isGreaterThan(10 * MILLIS);
  }
}
