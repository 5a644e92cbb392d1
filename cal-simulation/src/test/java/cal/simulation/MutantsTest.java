package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.run.Verdict;
import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import simulated.MutatedCal;

/** Faults of CAL itself are found by seeds; CAL without a fault passes the same seeds. */
@Tag("measuring")
class MutantsTest {
  private static Verdict run(Mutant mutant, String folder) throws Exception {
    Method method = MutatedCal.class.getDeclaredMethod(mutant.scene);
    SimulationProcess process =
        SimulationExtension.process(
            MutatedCal.class, method, method.getAnnotation(Simulated.class));
    return new SimulationProcess(
            process.order(), folder + process.classPath(), process.packages(), mutant.java())
        .run();
  }

  @ParameterizedTest
  @EnumSource(Mutant.class)
  void shouldBeFound(Mutant mutant, @TempDir Path folder) throws Exception {
    mutant.write(folder);
    Verdict verdict = run(mutant, folder + File.pathSeparator);
    System.out.println(mutant + ": " + verdict.text().lines().findFirst().orElseThrow());
    assertThat(verdict.passed()).as(verdict.text()).isFalse();
    Verdict without = run(mutant, "");
    assertThat(without.passed()).as(without.text()).isTrue();
  }
}
