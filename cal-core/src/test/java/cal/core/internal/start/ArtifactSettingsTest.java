package cal.core.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ChildJvm;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A build names a wrong setting, and lets the models come at the start. */
class ArtifactSettingsTest {
  private static void require(String key, String value) {
    ArtifactSettings.require(
        Configuration.ofArtifact(Map.of(key, value), "cal.yaml"),
        List.of("connection"),
        List.of("totals"),
        ArtifactSettingsTest.class.getClassLoader());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cal.max-in-fligt | 5 | unknown setting cal.max-in-fligt=5 (cal.yaml); did you mean"
            + " cal.max-in-flight?",
        "cal.max-in-flight | many | cal.max-in-flight=many (cal.yaml)",
        "cal.stage.conection.model | thread | unknown setting cal.stage.conection.model=thread"
            + " (cal.yaml) (the stages are connection)",
        "cal.model | reactiv | model reactiv (cal.yaml) is not on the class path; did you mean",
        "cal.synchronization | monitr | synchronization policy monitr (cal.yaml) is not on the"
            + " class path; did you mean monitor?",
        "cal.regions.totals.synchronization | csq | synchronization policy csq (cal.yaml)",
      })
  void shouldNameAWrongSetting(String key, String value, String sentence) {
    assertThatThrownBy(() -> require(key, value))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "cal.max-in-flight, 5",
    "cal.model, reactive",
    "cal.model, adaptive",
    "cal.reactive.transport, nio",
    "cal.stage.connection.reactive-pool.loops, 2",
    "cal.synchronization, csp",
    "cal.regions.totals.synchronization, csp"
  })
  void shouldTakeASettingOfAModelThatComesAtTheStart(String key, String value) {
    require(key, value);
  }

  /** The environment of a build is not the server's. */
  @Test
  void shouldCheckTheFileAlone(@TempDir Path classes) throws Exception {
    Path record = Files.createDirectories(classes.resolve("META-INF/cal"));
    Files.writeString(
        record.resolve("captures"),
        """
        binding app.ServerActivities server
          spawn app.Main.main(Main.java:3) void app.S.run()
        """);
    Files.writeString(classes.resolve("cal.properties"), "cal.stage.server.when-full=wait\n");
    String classPath =
        classes + System.getProperty("path.separator") + System.getProperty("java.class.path");
    ProcessBuilder check =
        new ProcessBuilder(
            ChildJvm.command(
                List.of("-cp", classPath, ArtifactSettings.class.getName(), "cal.yaml")));
    check.environment().put("CAL_MODEL", "wrong");

    Process process = check.redirectErrorStream(true).start();

    try (var out = process.inputReader()) {
      assertThat(out.readLine())
          .startsWith("cal: cal.stage.server.when-full=wait (cal.yaml)")
          .contains("block");
    }
    assertThat(ChildJvm.status(process)).isEqualTo(2);
  }
}
