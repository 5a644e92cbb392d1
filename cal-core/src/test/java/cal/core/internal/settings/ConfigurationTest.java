package cal.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ChildJvm;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import cal.core.spi.Setting.Scope;
import cal.core.spi.WhenFull;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings: where they come from, which one wins, and what is said of a wrong one. */
class ConfigurationTest {
  private static void validate(String key, String value) {
    Configuration.of(Map.of(key, value)).validate(List.of("connection"), CoreSettings.all());
  }

  private static final Setting<Integer> SHARED =
      Setting.number("test.shared", 7, 1, 9, "loops", "what stages share").in(Scope.RUNTIME);

  private static int maxInFlight(Map<String, String> settings) {
    return Configuration.of(settings).get(CoreSettings.MAX_IN_FLIGHT, "connection");
  }

  @Test
  void shouldPreferAStagesOwnKeyThenTheGeneralOneThenTheDefault() {
    assertThat(maxInFlight(Map.of())).as("the default").isEqualTo(16_384);
    assertThat(maxInFlight(Map.of("cal.max-in-flight", "7"))).isEqualTo(7);
    assertThat(
            maxInFlight(
                Map.of("cal.max-in-flight", "7", "cal.stage.connection.max-in-flight", "3")))
        .isEqualTo(3);
    assertThat(maxInFlight(Map.of("cal.max-in-flight", "7", "cal.stage.store.max-in-flight", "3")))
        .isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    // file, environment, property: what is read, and its origin
    "virtual,,, virtual, cal.properties",
    "virtual, thread,, thread, environment CAL_MODEL",
    "virtual, thread, jcsp, jcsp, -Dcal.model",
    ", thread,, thread, environment CAL_MODEL",
    ",, jcsp, jcsp, -Dcal.model",
    ",,, virtual, default"
  })
  void shouldReadPropertyThenEnvironmentThenFile(
      String file,
      String environment,
      String property,
      String model,
      String origin,
      @TempDir Path folder)
      throws Exception {
    if (file != null) {
      Files.writeString(folder.resolve("cal.properties"), "cal.model=" + file);
    }
    List<String> arguments = new ArrayList<>();
    if (property != null) {
      arguments.add("-Dcal.model=" + property);
    }
    String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
    arguments.addAll(List.of("-cp", classPath, ConfiguredModel.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(ChildJvm.command(arguments));
    builder.environment().remove("CAL_MODEL");
    if (environment != null) {
      builder.environment().put("CAL_MODEL", environment);
    }
    Process child = builder.redirectErrorStream(true).start();
    String out =
        new String(child.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(ChildJvm.status(child)).isZero();
    assertThat(out).startsWith(model + " from ").contains(origin);
  }

  /** A process that prints its model and where that comes from. */
  static final class ConfiguredModel {
    private ConfiguredModel() {}

    public static void main(String[] args) {
      Configuration configuration = Configuration.load(ConfiguredModel.class.getClassLoader());
      System.out.println(
          configuration.get(CoreSettings.MODEL, "s")
              + " from "
              + configuration.origin(CoreSettings.MODEL, "s"));
    }
  }

  @Test
  void shouldReadEachSettingFromTheVariableOfItsName() {
    Environment environment =
        Environment.of(Map.of("CAL_THREAD_POOL_SIZE", "3", "CAL_MODEL", "virtual", "PATH", "x"));

    assertThat(environment.get("cal.thread-pool.size")).isEqualTo("3");
    assertThat(environment.get("cal.model")).isEqualTo("virtual");
    assertThat(environment.get("cal.max-in-flight")).isNull();
    environment.requireKnown(List.of("cal.model", "cal.thread-pool.size"));
  }

  @Test
  void shouldRefuseAVariableThatSetsNothing() {
    assertThatThrownBy(
            () ->
                Environment.of(Map.of("CAL_MODLE", "virtual"))
                    .requireKnown(List.of("cal.model", "cal.stage.store.model")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "unknown environment variable CAL_MODLE=virtual; did you mean CAL_MODEL? Variables that"
                + " begin with CAL_ are settings of CAL");
  }

  /** Whoever gives these has forgotten the agent, or takes them for settings. */
  @Test
  void shouldSayThatOptionsOfTheAgentAreNoSettings() {
    String remedy =
        " is for the agent alone, as a property; give java -javaagent:cal.jar and -Dcal.config=..,"
            + " or leave the setting out";

    assertThatThrownBy(
            () ->
                Configuration.of(Map.of("cal.config", "cal.yaml"))
                    .validate(List.of("store"), List.of(CoreSettings.MODEL)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("cal.config=cal.yaml (given)" + remedy);
    assertThatThrownBy(
            () -> Environment.of(Map.of("CAL_CONFIG", "a.yaml")).requireKnown(List.of("cal.cores")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("environment variable CAL_CONFIG=a.yaml" + remedy);
  }

  @Test
  void shouldRefuseAKeyThatAFileSetsTwice(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("cal.properties"), "cal.model=thread\ncal.model = jcsp\n");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThatThrownBy(() -> Configuration.load(loader))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageEndingWith("sets cal.model twice, to thread and to jcsp; keep one");
    }
  }

  @Test
  void shouldRefuseTwoFiles(@TempDir Path one, @TempDir Path two) throws IOException {
    Files.writeString(one.resolve("cal.properties"), "cal.model=thread");
    Files.writeString(two.resolve("cal.properties"), "cal.model=virtual");
    URL[] path = {one.toUri().toURL(), two.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      assertThatThrownBy(() -> Configuration.load(loader))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("keep one of")
          .hasMessageContaining(one.toString())
          .hasMessageContaining(two.toString());
    }
  }

  @Test
  void shouldSayThatAFileCannotBeRead(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("cal.properties"), "cal.model=\\u12");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThatThrownBy(() -> Configuration.load(loader))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith("cal.properties cannot be read");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cal.max-inflight, cal.max-in-flight",
    "cal.modell, cal.model",
    "cal.stage.connection.when-ful, cal.stage.connection.when-full",
    "max-in-flight, cal.max-in-flight",
    "cal.stage.conection.model, cal.stage.connection.model"
  })
  void shouldNameTheNearestKnownKey(String wrong, String right) {
    assertThatThrownBy(() -> validate(wrong, "1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("unknown setting " + wrong + "=1 (given)")
        .hasMessageEndingWith("did you mean " + right + "?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cal.stage.connection.test.shared | is for one stage, but stages share this; set"
            + " cal.test.shared",
        "cal.stage.other.test.shared | is for one stage, but stages share this; set"
            + " cal.test.shared",
        "cal.stage.connection.synchronization | is for one stage, but belongs to critical regions;"
            + " set cal.regions.<regions>.synchronization",
        "cal.synchronization.totals | has a new key; set cal.regions.totals.synchronization"
      })
  void shouldNameTheRightKeyOfAPart(String wrong, String what) {
    List<Setting<?>> settings = new ArrayList<>(CoreSettings.all());
    settings.add(SHARED);
    Configuration configuration = Configuration.of(Map.of(wrong, "1"));
    assertThatThrownBy(
            () -> configuration.validate(List.of("connection"), List.of("totals"), settings))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(wrong + "=1 (given) " + what);
  }

  @Test
  void shouldReadWhatStagesShareOnceForAll() {
    Configuration configuration =
        Configuration.of(Map.of("cal.test.shared", "3", "cal.stage.connection.test.shared", "5"));
    assertThat(configuration.get(SHARED, "connection")).isEqualTo(3);
    assertThat(configuration.origin(SHARED, "connection")).isEqualTo("given");
    assertThat(Configuration.of(Map.of()).get(SHARED, "connection")).isEqualTo(7);
  }

  @Test
  void shouldPreferTheKeyOfRegionsToTheGeneralOne() {
    Configuration configuration =
        Configuration.of(
            Map.of("cal.synchronization", "csp", "cal.regions.totals.synchronization", "monitor"));
    assertThat(configuration.get(CoreSettings.SYNCHRONIZATION, "totals")).isEqualTo("monitor");
    assertThat(configuration.get(CoreSettings.SYNCHRONIZATION, "others")).isEqualTo("csp");
    configuration.validate(List.of("connection"), List.of("totals"), CoreSettings.all());
  }

  @Test
  void shouldNameThePartsWhereThePartIsUnknown() {
    assertThatThrownBy(() -> validate("cal.stage.store.model", "thread"))
        .hasMessageContaining("(the stages are connection)");
    Configuration ofRegions = Configuration.of(Map.of("cal.regions.total.synchronization", "csp"));
    assertThatThrownBy(
            () -> ofRegions.validate(List.of("totals"), List.of("totals"), CoreSettings.all()))
        .hasMessage(
            "unknown setting cal.regions.total.synchronization=csp (given) (the regions are"
                + " totals); did you mean cal.regions.totals.synchronization?");
  }

  @ParameterizedTest
  @CsvSource({
    "cal.max-in-flight, 0, 'auto, or 1 to 1000000 activities'",
    "cal.max-in-flight, 1000001, 'auto, or 1 to 1000000 activities'",
    "cal.max-in-flight, many, 'auto, or 1 to 1000000 activities'",
    "cal.max-in-flight, 99999999999, 'auto, or 1 to 1000000 activities'",
    "cal.stage.connection.when-full, drop, 'block, reject, caller-runs'",
    "cal.when-full, BLOCK, 'block, reject, caller-runs'",
    "cal.shutdown-timeout, 10, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, -1s, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, 4294967295s, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, 2147483647m, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, 525601m, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, 31536000001ms, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, s, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
    "cal.shutdown-timeout, 1h, 'a duration such as 250ms, 10s or 2m, up to 525600m'",
  })
  void shouldNameKeyValueOriginAndAllowedForm(String key, String value, String allowed) {
    assertThatThrownBy(() -> validate(key, value))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(key + "=" + value + " (given) is not allowed; give " + allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"250ms:PT0.25S", "10s:PT10S", "2m:PT2M", "0s:PT0S", " 7s :PT7S"})
  void shouldReadDurations(String pair) {
    String[] words = pair.split(":", 2);
    assertThat(
            Configuration.of(Map.of("cal.shutdown-timeout", words[0]))
                .get(CoreSettings.SHUTDOWN_TIMEOUT, "connection"))
        .isEqualTo(Duration.parse(words[1]));
  }

  @Test
  void shouldReadEveryPolicy() {
    for (String text : List.of("block", "reject", "caller-runs")) {
      WhenFull policy =
          Configuration.of(Map.of("cal.when-full", text)).get(CoreSettings.WHEN_FULL, "s");
      assertThat(policy.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
          .isEqualTo(text);
    }
  }
}
