package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.server.ServerProcess;
import cal.sample.upload.Listener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Event loops need {@code java.lang} opened, in whichever way a server is run. */
class OpensTest {
  @Test
  void shouldOpenItWhereTheWovenJarIsRun() throws Exception {
    SampleServer.assumeWoven();
    Path jar = Path.of(Listener.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile woven = new JarFile(jar.toFile())) {
      assertThat(woven.getManifest().getMainAttributes().getValue("Add-Opens"))
          .isEqualTo("java.base/java.lang");
    }
  }

  @Test
  void shouldOpenItForTheServerInThisProcess() throws Exception {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<Add-Opens>java.base/java.lang</Add-Opens>");
  }

  @Test
  void shouldOpenItForServersInProcessesOfTheirOwn() {
    assertThat(ServerProcess.java("classes"))
        .contains("--add-opens=java.base/java.lang=ALL-UNNAMED");
  }
}
