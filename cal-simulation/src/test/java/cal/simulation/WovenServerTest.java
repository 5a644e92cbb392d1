package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.run.Verdict;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import simulated.WovenUpload;

/** CAL's engine and a woven server run by a seed like any other code. */
class WovenServerTest {
  private static Verdict under(String model) throws Exception {
    Method method = WovenUpload.class.getDeclaredMethod("factors");
    SimulationProcess process =
        SimulationExtension.process(
            WovenUpload.class, method, method.getAnnotation(Simulated.class));
    return new SimulationProcess(
            process.order(),
            process.classPath(),
            process.packages(),
            List.of("-Dcal.model=" + model))
        .run();
  }

  @Test
  void shouldRun() throws Exception {
    Verdict one = under("reactive");
    assertThat(one.passed()).as(one.text()).isTrue();
    assertThat(one.text()).as("seeds share their classes").doesNotContain("slow, by");
  }

  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "thread",
        "thread-pool",
        "executor",
        "virtual",
        "reactive",
        "reactive-pool",
        "proactor"
      })
  void shouldRunAlikeInFreshProcesses(String model) throws Exception {
    Verdict one = under(model);
    assertThat(one.passed()).as(one.text()).isTrue();
    assertThat(one.text()).contains("with digest");
    assertThat(withoutTime(under(model))).isEqualTo(withoutTime(one));
  }

  private static String withoutTime(Verdict verdict) {
    return verdict.text().replaceFirst(" in \\S+ s$", "");
  }
}
