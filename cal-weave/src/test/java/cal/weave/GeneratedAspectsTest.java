package cal.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedAspectsTest {
  @TempDir private Path folder;

  private String aspect(String type, String name) throws IOException {
    Path file = folder.resolve("cal.yaml");
    Files.writeString(
        file, "stages:\n  accept:\n    spawn: boolean " + type + ".accept()\nmodel: thread\n");
    GeneratedAspects.write(file, folder.resolve("sources"), folder.resolve("classes"));
    return Files.readString(folder.resolve("sources/cal/binding").resolve(name + ".aj"));
  }

  @Test
  void shouldWriteAnAspectForAStageAndTheSettings() throws IOException {
    assertThat(aspect("acme.Server", "AcceptActivities"))
        .startsWith("package cal.binding;\n")
        .contains(
            "aspect AcceptActivities extends cal.core.ActivityCapture",
            "protected pointcut captureOnInvocation(): (call(boolean acme.Server.accept())");
    assertThat(folder.resolve("classes/cal.properties")).content().contains("cal.model=thread\n");
  }

  /** A class in a package cannot name one that is in none. */
  @Test
  void shouldWriteAnAspectInNoPackageForAServerInNone() throws IOException {
    assertThat(aspect("Server", "AcceptActivities"))
        .startsWith("aspect AcceptActivities")
        .contains("String CAL_YAML = \"cal.yaml: stages.accept\";");
  }

  /** Settings are read as a file of properties is, not as text in UTF-8. */
  @Test
  void shouldWriteSettingsAsTheyWillBeRead() throws IOException {
    String value = "C:\\Schl\u00fcssel.txt";
    Path file = folder.resolve("cal.yaml");
    Files.writeString(
        file,
        "stages:\n  accept:\n    spawn: boolean acme.S.accept()\n"
            + "settings:\n  cal.cluster.secret-file: '"
            + value
            + "'\n");
    GeneratedAspects.write(file, folder.resolve("sources"), folder.resolve("classes"));

    Properties settings = new Properties();
    try (InputStream in = Files.newInputStream(folder.resolve("classes/cal.properties"))) {
      settings.load(in);
    }
    assertThat(settings).containsEntry("cal.cluster.secret-file", value);
  }
}
