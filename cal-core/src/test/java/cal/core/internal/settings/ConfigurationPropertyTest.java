package cal.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.Cores;
import cal.core.spi.Setting;
import cal.core.spi.WhenFull;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Whatever somebody writes: a value that is allowed, or a {@link ConfigurationException}. */
class ConfigurationPropertyTest {
  private static final List<String> MAY_BE_NONE =
      List.of(CoreSettings.QUEUE_CAPACITY.key(), CoreSettings.MAX_IN_FLIGHT.key());

  private static final List<String> STAGES = List.of("connection");

  @Property(tries = 2_000, shrinking = ShrinkingMode.BOUNDED)
  void shouldReadOrRefuseAnyValueOfAnySetting(
      @ForAll("settings") Setting<?> setting, @ForAll("values") String text) {
    String key = "cal." + setting.key();
    Configuration configuration = Configuration.of(Map.of(key, text));
    try {
      configuration.validate(STAGES, CoreSettings.all());
    } catch (ConfigurationException refused) {
      assertThat(refused).hasMessageStartingWith(key + "=" + text).hasMessageContaining("; give ");
      return;
    }
    boolean mayBeNone = MAY_BE_NONE.contains(setting.key());
    int least = mayBeNone ? 0 : 1;
    assertAllowed(configuration.get(setting, "connection"), least);
  }

  private static void assertAllowed(Object value, int least) {
    switch (value) {
      case Integer number -> assertThat(number).isBetween(least, 1_000_000);
      case Duration duration -> assertThat(duration).isBetween(Duration.ZERO, Duration.ofDays(365));
      case Cores cores -> assertThat(Cores.of(cores.toString())).isEqualTo(cores);
      default -> assertThat(value).isInstanceOfAny(String.class, WhenFull.class);
    }
  }

  @Property(tries = 1_000, shrinking = ShrinkingMode.BOUNDED)
  void shouldRefuseAnyUnknownKey(@ForAll("keys") String key) {
    try {
      Configuration.of(Map.of(key, "1s")).validate(STAGES, CoreSettings.all());
    } catch (ConfigurationException refused) {
      assertThat(refused.getMessage()).contains(key);
      return;
    }
    assertThat(key).startsWith("cal.").matches(".*(model|shutdown-timeout)");
  }

  @Provide
  Arbitrary<Setting<?>> settings() {
    return Arbitraries.of(CoreSettings.all());
  }

  @Provide
  Arbitrary<String> values() {
    Arbitrary<String> number =
        Arbitraries.longs().between(-2, 5_000_000_000L).map(number2 -> Long.toString(number2));
    Arbitrary<String> unit = Arbitraries.of("", "ms", "s", "m", "h", " s", "S", "sm", "\n", "٣");
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        Arbitraries.of("block", "reject", "caller-runs", "BLOCK", ""),
        Combinators.combine(number, unit).as(String::concat));
  }

  @Provide
  Arbitrary<String> keys() {
    Arbitrary<String> word =
        Arbitraries.of(
            "cal", "stage", "connection", "model", "shutdown-timeout", "", "max-in-flight", "x");
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(30),
        word.list().ofMaxSize(5).map(words -> String.join(".", words)));
  }
}
