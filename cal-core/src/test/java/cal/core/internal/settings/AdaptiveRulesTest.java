package cal.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.ConfigurationException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules by which adaptive chooses. */
class AdaptiveRulesTest {
  private static final AdaptiveRules RULES =
      AdaptiveRules.parse(
          """
          # a comment
          hold 2
          rest 5
          few  if connections < 10 and cpu >= 0.5   # another
          many if connections >= 1000
          other
          """,
          "own.rules");

  private static String chosen(
      AdaptiveRules rules, String present, double connections, double cpu) {
    return rules
        .choose(Map.of(Measure.CONNECTIONS, connections, Measure.CPU, cpu), present, any -> true)
        .orElseThrow()
        .model();
  }

  @ParameterizedTest
  @CsvSource({
    "other, 9, 0.49, other",
    "other, 9, 0.5, few",
    "other, 10, 0.9, other",
    "few, 12.4, 0.4, few",
    "few, 12.6, 0.4, other",
    "few, 9, 0.39, other",
    "many, 800, 0, many",
    "many, 799, 0, other",
    "few, 800, 0, other"
  })
  void shouldChooseTheFirstThatHoldsAndEaseThePresent(
      String present, double connections, double cpu, String chosen) {
    assertThat(chosen(RULES, present, connections, cpu)).isEqualTo(chosen);
  }

  @Test
  void shouldPassOverModelsThatAreNotThere() {
    Map<Measure, Double> load = Map.of(Measure.CONNECTIONS, 5_000.0);
    assertThat(RULES.choose(load, null, Set.of("few", "other")::contains).orElseThrow().model())
        .isEqualTo("other");
    assertThat(RULES.choose(load, null, Set.of("few")::contains)).isEmpty();
  }

  /** Nothing is done for a measure that the system does not tell. */
  @Test
  void shouldHoldForNoMeasureThatIsUnknown() {
    AdaptiveRules rules = AdaptiveRules.parse("a if cpu >= 0\nb if cpu < 1000000\nc", "own.rules");
    assertThat(chosen(rules, "a", 0, Double.NaN)).isEqualTo("c");
  }

  @Test
  void shouldTellWhyInNumbers() {
    Map<Measure, Double> load = Map.of(Measure.CONNECTIONS, 5_000.0);
    assertThat(RULES.choose(load, null, any -> true).orElseThrow().reason(load))
        .isEqualTo("connections 5000.00 at least 1000.0");
    assertThat(RULES.choose(Map.of(), null, any -> true).orElseThrow().reason(Map.of()))
        .isEqualTo("no rule before it holds");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "two words | own.rules:1: two words is no rule; give MODEL, MODEL if MEASURE >= NUMBER",
        "hold | own.rules:1: hold is no rule",
        "m if conections >= 1 | own.rules:1: conections is no measure; did you mean connections?",
        "m if idle > 1 | own.rules:1: idle > 1 is no condition; give MEASURE >= NUMBER or",
        "m if idle >= 1 | own.rules needs a last line without a condition",
        "hold 2 | own.rules needs a last line without a condition"
      })
  void shouldNameALineThatIsNoRule(String line, String message) {
    assertThatThrownBy(() -> AdaptiveRules.parse(line, "own.rules"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  /** The file that is documented, as it is packed. */
  @Test
  void shouldChooseLoopsByTheRulesThatAreBuiltIn() {
    AdaptiveRules rules = AdaptiveRules.of(AdaptiveRulesTest.class.getClassLoader());
    assertThat(rules.hold()).isPositive();
    assertThat(rules.rest()).isPositive();
    assertThat(rules.choose(Map.of(), null, any -> true).orElseThrow().model())
        .isEqualTo("reactive-pool");
    Map<Measure, Double> kept =
        Map.of(Measure.BLOCKING, 0.9, Measure.ACTIVE, 8.0, Measure.CPU, 0.1);
    assertThat(rules.choose(kept, "reactive-pool", any -> true).orElseThrow().model())
        .isEqualTo("virtual");
  }
}
