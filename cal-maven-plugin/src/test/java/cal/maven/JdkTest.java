package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
  @TempDir private Path folder;

  private Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(folder.resolve("jdk-" + version));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  @Test
  void shouldTakeTheFirstThatIsNewEnough() throws Exception {
    Map<String, Path> candidates = new LinkedHashMap<>();
    candidates.put("JAVA_HOME", jdk("17.0.15"));
    candidates.put("JAVA25_HOME", jdk("26"));
    candidates.put("Maven's Java", jdk("25.0.1"));

    assertThat(Jdk.among(candidates).home()).isEqualTo(jdk("26"));
  }

  @Test
  void shouldSayWhichWereTooOldAndTheRemedy() throws Exception {
    Map<String, Path> candidates = new LinkedHashMap<>();
    candidates.put("JAVA_HOME", jdk("17.0.15"));
    candidates.put("Maven's Java", folder.resolve("none"));

    assertThatThrownBy(() -> Jdk.among(candidates))
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(
            "CAL weaves by a JDK 25 or later, and none is among JAVA_HOME="
                + jdk("17.0.15")
                + " (17), Maven's Java="
                + folder.resolve("none")
                + " (no JDK); set JAVA_HOME or JAVA25_HOME to its folder, or choose one by"
                + " maven-toolchains-plugin");
  }

  @Test
  void shouldRunAProgramWithAwkwardArguments() throws Exception {
    Path source = folder.resolve("Say.java");
    Files.writeString(
        source,
        "class Say { public static void main(String[] a) {"
            + " System.err.println(String.join(\"|\", a)); System.exit(a.length); } }");
    Jdk jdk = new Jdk(Path.of(System.getProperty("java.home")));

    Jdk.Run run = jdk.run(folder, List.of(source.toString(), "a b", "\"\\", "@c"));

    assertThat(run.lines()).containsExactly("a b|\"\\|@c");
    assertThat(run.status()).isEqualTo(3);
  }
}
