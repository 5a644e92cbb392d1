package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.run.Verdict;
import java.io.File;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import simulated.Hangs;
import simulated.Hidden;
import simulated.TwoEnds;

/** A failure is told, whatever comes after it, and another outcome by the same seed. */
class VerdictsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "asserts | seed 1 fails: java.lang.AssertionError: an assertion of Java's",
        "failsFirst | a second run has the same steps, and passes",
        "failsSecond | a second run has the same steps, and fails: java.lang.AssertionError: by",
        "printsOtherwise | a second run has the same steps, and prints:",
        "breaksShrinking | seed 1 fails: simulated.Hidden$Fading: found before",
      })
  void shouldTell(String method, String words) {
    assertThat(Failures.of(Hidden.class, method)).contains(words);
  }

  @Test
  void shouldCallAllMethodsAfterATest() {
    assertThat(Failures.of(TwoEnds.class, "passes"))
        .contains("AssertionError: the first end", "AssertionError: the second end");
  }

  @Test
  void shouldTellWhyTheScheduleIsNoShorter() {
    assertThat(Failures.of(Hidden.class, "breaksShrinking"))
        .contains("the last switches:", "no shorter schedule: java.lang.IllegalStateException");
  }

  @Test
  void shouldTellTheFailureWhereTheTimeIsOver() {
    assertThat(Failures.of(Hidden.class, "hangsShrinking"))
        .contains("seed 1 fails: java.lang.AssertionError: found before the end")
        .contains("no shorter schedule: 1 seeds from 1 have not ended after timeoutSeconds=3");
  }

  /** The class is loaded for the next seed only where it can be. */
  @Test
  void shouldGoOnWithoutAClassThatCannotBeLoaded(@TempDir Path folder) throws Exception {
    Path file = Files.createDirectories(folder.resolve("broken")).resolve("Codec.class");
    ClassFile.of()
        .buildTo(
            file,
            ClassDesc.of("broken.Codec"),
            type -> type.withSuperclass(ClassDesc.of("broken.Absent")));
    Method method = Hidden.class.getDeclaredMethod("loadsInVain");
    SimulationProcess process =
        SimulationExtension.process(Hidden.class, method, method.getAnnotation(Simulated.class));
    Verdict verdict =
        new SimulationProcess(
                process.order(),
                process.classPath() + File.pathSeparator + folder,
                process.packages(),
                process.java())
            .run();
    assertThat(verdict.passed()).as(verdict.text()).isTrue();
  }

  @Test
  void shouldTellTheFailureBeforeAStandstill() {
    assertThat(Failures.of(Hangs.class, "fails"))
        .contains("seed 1 fails: java.lang.AssertionError: the reason")
        .contains("then: no thread can go on, and no timer is set:");
  }
}
