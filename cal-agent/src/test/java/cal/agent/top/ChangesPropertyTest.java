package cal.agent.top;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Holdings;
import cal.core.contract.ModelFixture;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Setting;
import cal.core.spi.StageStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Whatever somebody sets, of all models on the class path: it is done, or a sentence says what is
 * wrong, and then nothing has changed.
 */
class ChangesPropertyTest {
  private static final List<String> STAGES = List.of("work", "other");
  private static final Models MODELS = Models.of(ChangesPropertyTest.class.getClassLoader());

  /** More event loops than a test needs; numbers of other things cost nothing before their use. */
  private static final int MANY_LOOPS = 4;

  /** Goes on from one change to the next. */
  private static final Engine RUNTIME = runtime(Map.of("cal.model", "sequential"));

  private record State(
      List<StageStatus> status, Map<String, ModelChoice> choices, Map<String, String> settings) {
    static State of(Engine runtime) {
      return new State(runtime.getStages(), runtime.choices(), runtime.configuration().described());
    }
  }

  private static Engine runtime(Map<String, String> settings) {
    Engine runtime = Engine.of(Configuration.of(settings), STAGES);
    try {
      STAGES.forEach(runtime::open);
      return runtime;
    } catch (Throwable refused) {
      runtime.close();
      throw refused;
    }
  }

  @AfterContainer
  static void close() {
    RUNTIME.close();
  }

  /** Threads of CAL, but for those that close what a change before has left. */
  private static List<String> threads() throws Exception {
    return Holdings.now().threads().stream()
        .filter(name -> !name.startsWith("cal-switch-"))
        .toList();
  }

  private static void assertTells(ConfigurationException refused, Map<String, String> said) {
    assertThat(refused.getMessage()).doesNotContain("\n").doesNotContain("overflow");
    assertThat(said.entrySet())
        .as("names a setting: %s", refused.getMessage())
        .anyMatch(
            one ->
                refused.getMessage().contains(one.getKey())
                    || refused.getMessage().contains("model " + one.getValue())
                    || refused.getMessage().contains("cores="));
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void shouldMakeAChangeOrSayWhyAndChangeNothing(@ForAll("changes") Map<String, String> said)
      throws Exception {
    State before = State.of(RUNTIME);
    List<String> threads = threads();
    try {
      RUNTIME.change(
          said.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).toList());
    } catch (ConfigurationException refused) {
      assertTells(refused, said);
      assertThat(State.of(RUNTIME)).isEqualTo(before);
      assertThat(threads()).isEqualTo(threads);
      return;
    }
    assertThat(RUNTIME.configuration().described().keySet()).containsAll(said.keySet());
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldStartOrSayWhyAndKeepNothing(@ForAll("changes") Map<String, String> said)
      throws Exception {
    List<String> threads = threads();
    try (Engine runtime = runtime(said)) {
      assertThat(runtime.getStages()).hasSize(STAGES.size());
    } catch (ConfigurationException refused) {
      assertTells(refused, said);
    }
    ModelFixture.eventually("as many threads", () -> threads().equals(threads));
  }

  @Provide
  Arbitrary<Map<String, String>> changes() {
    Arbitrary<String> models =
        Arbitraries.of(
            Stream.concat(
                    MODELS.all().stream().map(model -> model.name()),
                    Stream.of("adaptive", "no-such-model"))
                .toList());
    Arbitrary<Map<String, String>> some =
        Combinators.combine(keys(), values())
            .as(Map::entry)
            .filter(one -> !hasManyLoops(one))
            .list()
            .ofMaxSize(2)
            .map(
                entries -> {
                  Map<String, String> all = new LinkedHashMap<>();
                  entries.forEach(one -> all.put(one.getKey(), one.getValue()));
                  return all;
                });
    Arbitrary<String> ofModel = Arbitraries.of("cal.model", "cal.stage.work.model");
    return Combinators.combine(some, ofModel, models)
        .as(
            (all, key, model) -> {
              all.put(key, model);
              return all;
            });
  }

  private static boolean hasManyLoops(Map.Entry<String, String> one) {
    return one.getKey().endsWith("loops")
        && one.getValue().matches("\\d{1,4}")
        && Integer.parseInt(one.getValue()) > MANY_LOOPS;
  }

  private static Arbitrary<String> keys() {
    List<Setting<?>> settings = MODELS.settings();
    return Arbitraries.of(
        settings.stream()
            .flatMap(
                one ->
                    Stream.of(
                        "cal." + one.key(),
                        "cal.stage.other." + one.key(),
                        "cal.regions.work." + one.key()))
            .toList());
  }

  private static Arbitrary<String> values() {
    Arbitrary<String> amounts =
        Arbitraries.of("-1", "0", "1", "7", "4096", "100000", "525600", "2147483647", "9999999999")
            .map(String::toString);
    Arbitrary<String> units = Arbitraries.of("", "", "ms", "s", "m", "h");
    return Arbitraries.oneOf(
        Combinators.combine(amounts, units).as(String::concat),
        Arbitraries.of(
            "",
            "auto",
            "all",
            "none",
            "0-1",
            "8191",
            "cores",
            "block",
            "reject",
            "caller-runs",
            "platform",
            "virtual",
            "loops",
            "jdk",
            "nio",
            "epoll",
            "io_uring",
            "select",
            "threads",
            "monitor",
            "csp",
            "thread",
            "reactive"));
  }
}
