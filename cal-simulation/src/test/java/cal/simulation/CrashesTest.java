package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.disk.DiskFaults;
import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.run.Order;
import cal.simulation.internal.run.Verdict;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import simulated.Crashing;
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
    Verdict verdict = ManySeedsTest.run(Bug.FRAMES_EARLY_ANSWER, false, 150);
    assertThat(verdict.passed()).as(verdict.text()).isTrue();
    assertThat(verdict.text()).contains("150 seeds from 1 pass, 150 with a crash, ");
    assertThat(Path.of("frames")).as("files of a run are in memory").doesNotExist();
    assertThat(Files.exists(Path.of("target", "simulated-files"))).isFalse();
  }

  private static Verdict run(String name, int seeds, UnaryOperator<DiskFaults> faults, String java)
      throws Exception {
    Method method = Crashing.class.getDeclaredMethod(name);
    SimulationProcess process =
        SimulationExtension.process(Crashing.class, method, method.getAnnotation(Simulated.class));
    Order order = process.order();
    return new SimulationProcess(
            new Order(
                order.body(),
                order.replay(),
                order.first(),
                seeds,
                order.strategy(),
                order.limitSeconds(),
                order.timeoutSeconds(),
                order.faults(),
                faults.apply(order.machine())),
            process.classPath(),
            process.packages(),
            List.of(java))
        .run();
  }

  @Test
  void shouldFindALineThatNoSyncOfItsGroupCovers() throws Exception {
    Verdict verdict = run("ledger", 60, same -> same, "-Dplanted=true");
    assertThat(verdict.text()).containsPattern("seed \\d+ fails: java.lang.AssertionError: lost");
  }

  @Test
  void shouldRaiseNoAlarmWhereASyncBeginsAfterItsLines() throws Exception {
    Verdict verdict = run("ledger", 50, same -> same, "-Dplanted=false");
    assertThat(verdict.passed()).as(verdict.text()).isTrue();
  }

  @Test
  void shouldCrashAnywhereInALongRun() throws Exception {
    Verdict verdict = run("late", 50, same -> same, "-Dplanted=false");
    assertThat(verdict.text()).contains("fails: java.lang.AssertionError: crashed late");
  }

  @Test
  void shouldCrashAsOftenAsIsPlanned() throws Exception {
    Verdict verdict =
        run("often", 3, same -> new DiskFaults(1 << 20, 0, 0, 3, 120_000_000, 10), "-Dplanted=no");
    assertThat(verdict.passed()).as(verdict.text()).isTrue();
  }
}
