package cal.reactive;

import static cal.core.contract.CoresOfThreads.ofCaller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.CoresOfThreads;
import cal.core.contract.ModelFixture;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Cores;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Event loops run on the cores that {@code cal.reactive.cores} names, and on all without it. */
@Timeout(300)
class LoopCoresTest {
  private String one;

  @BeforeEach
  void requireTwoCores() {
    one = CoresOfThreads.oneOfSeveral();
  }

  private static Engine runtime(String model, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("cal.model", model);
    return Engine.of(Configuration.of(all), List.of("work"));
  }

  /** Where a step of a stage finds itself. */
  private static Object seenByAStep(Engine runtime) throws Throwable {
    return ModelFixture.inActivity(runtime.open("work"), CoresOfThreads::ofCaller);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reactive", "reactive-pool"})
  void shouldRunStepsOnTheCoresOfTheirLoops(String model) throws Throwable {
    try (Engine runtime = runtime(model, Map.of("cal.reactive.cores", one))) {
      assertThat(seenByAStep(runtime)).isEqualTo(one);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reactive", "reactive-pool"})
  void shouldRunLoopsOnAllCoresThatAPinnedThreadMakes(String model) throws Throwable {
    String all = ofCaller();
    Cores.of(one).require("in tests");
    Cores before = Cores.of(one).take();
    try (Engine runtime = runtime(model, Map.of())) {
      assertThat(seenByAStep(runtime)).isEqualTo(all);
      assertThat(ofCaller()).isEqualTo(one);
    } finally {
      before.take();
    }
    assertThat(ofCaller()).isEqualTo(all);
  }

  @Test
  void shouldRefuseCoresThatAreNotThere() {
    try (Engine runtime = runtime("reactive", Map.of("cal.reactive.cores", "8191"))) {
      assertThatThrownBy(() -> runtime.open("work"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith(
              "cal.reactive.cores=8191 names cores that this process may not use, 8191; give some"
                  + " of ");
    }
  }

  @Test
  void shouldRefuseCoresWhereTheJdkSchedules() {
    Map<String, String> settings =
        Map.of("cal.reactive.cores", one, "cal.reactive.scheduler", "jdk");
    try (Engine runtime = runtime("reactive", settings)) {
      assertThatThrownBy(() -> runtime.open("work"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage(
              "cal.reactive.cores="
                  + one
                  + " pins event loops, and the JDK schedules the activities here; have loops"
                  + " schedule them, as cal.reactive.scheduler says, or leave it out");
    }
  }
}
