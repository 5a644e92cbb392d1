package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Cores;
import cal.core.spi.Setting;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.socket.SocketLimits;
import cal.reactive.internal.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stages share event loops and sockets, and so what is set for them. */
class ReactiveSettingsTest {
  private static final List<String> STAGES = List.of("accept", "connection");

  static Stream<String> keys() {
    return Stream.of(new ReactiveModel(), new ReactivePoolModel())
        .flatMap(model -> model.settings().stream())
        .map(Setting::key);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void shouldNameTheKeyOfAllStagesWhereOneHasItsOwn(String key) {
    Configuration configuration =
        Configuration.of(Map.of("cal.model", "reactive", "cal.stage.accept." + key, "1"));
    assertThatThrownBy(() -> Engine.of(configuration, STAGES))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "cal.stage.accept."
                + key
                + "=1 (given) is for one stage, but stages share this; set cal."
                + key);
  }

  @Test
  void shouldParseThemIntoOneRecord() {
    Map<String, String> settings =
        Map.ofEntries(
            Map.entry("cal.model", "reactive"),
            Map.entry("cal.reactive.slow-step", "1s"),
            Map.entry("cal.reactive.lend-after", "20ms"),
            Map.entry("cal.reactive.spare-threads", "3"),
            Map.entry("cal.reactive.backlog", "17"),
            Map.entry("cal.reactive.idle-timeout", "4s"),
            Map.entry("cal.reactive.write-timeout", "5s"),
            Map.entry("cal.reactive.read-ahead", "4096"),
            Map.entry("cal.reactive.read-ahead-percent", "10"),
            Map.entry("cal.reactive.transport", "nio"),
            Map.entry("cal.reactive.scheduler", "jdk"));
    try (Engine runtime = Engine.of(Configuration.of(settings), STAGES)) {
      assertThat(ReactiveSettings.of(runtime.open("accept")))
          .isEqualTo(
              new ReactiveSettings(
                  new Patience(Duration.ofSeconds(1), Duration.ofMillis(20), 3),
                  17,
                  new SocketLimits(4000, 5000, 4096),
                  Runtime.getRuntime().maxMemory() / 100 * 10,
                  Transport.NIO,
                  Scheduling.JDK,
                  Cores.ALL));
    }
  }
}
