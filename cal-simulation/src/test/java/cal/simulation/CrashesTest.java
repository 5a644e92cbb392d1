package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.run.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import simulated.plants.Bug;

/** A server that crashes loses no answered frame; an early answer is found. */
class CrashesTest {
  @Test
  void shouldFindAnAnswerBeforeTheDevice() throws Exception {
    Verdict verdict = ManySeedsTest.run(Bug.FRAMES_EARLY_ANSWER, true, 500);
    assertThat(verdict.passed()).as(verdict.text()).isFalse();
    assertThat(verdict.text()).containsPattern("seed \\d+ fails: java.lang.AssertionError: lost");
  }

  @Test
  void shouldRaiseNoAlarmWhereFramesAreOnTheDevice() throws Exception {
    Verdict verdict = ManySeedsTest.run(Bug.FRAMES_EARLY_ANSWER, false, 20);
    assertThat(verdict.passed()).as(verdict.text()).isTrue();
    assertThat(Path.of("frames")).as("files of a run are in memory").doesNotExist();
    assertThat(Files.exists(Path.of("target", "simulated-files"))).isFalse();
  }
}
