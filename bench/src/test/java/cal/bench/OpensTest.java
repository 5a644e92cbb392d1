package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.server.ServerProcess;
import cal.sample.upload.Listener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Event loops need packages of the JDK, and native access, in whichever way a server is run. */
class OpensTest {
  @Test
  void shouldOpenItWhereTheWovenJarIsRun() throws Exception {
    SampleServer.assumeWoven();
    Path jar = Path.of(Listener.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile woven = new JarFile(jar.toFile())) {
      Attributes main = woven.getManifest().getMainAttributes();
      assertThat(main.getValue("Add-Opens")).isEqualTo("java.base/java.lang java.base/sun.nio.ch");
      assertThat(main.getValue("Add-Exports")).isEqualTo("java.base/sun.nio.ch");
      assertThat(main.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
    }
  }

  @Test
  void shouldOpenItForTheServerInThisProcess() throws Exception {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<Add-Opens>java.base/java.lang java.base/sun.nio.ch</Add-Opens>")
        .contains("<Add-Exports>java.base/sun.nio.ch</Add-Exports>")
        .contains("<Enable-Native-Access>ALL-UNNAMED</Enable-Native-Access>");
  }

  @Test
  void shouldOpenItForServersInProcessesOfTheirOwn() {
    assertThat(ServerProcess.java("classes"))
        .contains("--add-opens=java.base/java.lang=ALL-UNNAMED")
        .contains("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
        .contains("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
  }
}
