package cal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code check} names a wrong setting of a file of bindings, as a start does. */
class CheckOfSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cal.max-in-fligt: 5 | unknown setting cal.max-in-fligt=5 (%s); did you mean",
        "cal.max-in-flight: many | cal.max-in-flight=many (%s)"
      })
  void shouldNameAWrongSetting(String setting, String sentence, @TempDir Path folder)
      throws Exception {
    Path config = folder.resolve("cal.yaml");
    Files.writeString(
        config,
        "stages:\n  connection:\n    spawn: boolean app.Server.serve()\nsettings:\n  "
            + setting
            + "\n");
    StringWriter err = new StringWriter();
    int status =
        Cal.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("check", folder.toString(), "--config", config.toString());

    assertThat(err.toString()).startsWith("cal: " + sentence.formatted(config));
    assertThat(status).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cal.max-in-fligt=5 | unknown setting cal.max-in-fligt=5 (--set); did you mean",
        "max-in-flight=many | cal.max-in-flight=many (--set)",
        "cal.stage.conection.model=virtual | unknown setting cal.stage.conection.model=virtual"
      })
  void shouldNameAWrongSettingOfASearch(String setting, String sentence, @TempDir Path folder)
      throws Exception {
    Path config = folder.resolve("cal.yaml");
    Files.writeString(config, "stages: {connection: {spawn: boolean app.Server.serve()}}\n");
    StringWriter err = new StringWriter();
    int status =
        Cal.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("verify", "--set", setting, "--config", config.toString(), folder.toString());

    assertThat(err.toString()).startsWith("cal: " + sentence);
    assertThat(status).isEqualTo(2);
  }
}
