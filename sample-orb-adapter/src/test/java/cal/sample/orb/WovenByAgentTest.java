package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import cal.sample.orb.idl.Factorizer;
import cal.sample.orb.idl.FactorizerHelper;
import cal.sample.orb.idl.UploaderHelper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JacORB's jar as it comes, woven by the agent when it is loaded; the client is JacORB's. */
@Timeout(300)
class WovenByAgentTest {
  private static final Path AGENT = Path.of("../cal-agent/target/cal.jar").toAbsolutePath();
  private static final Path PLAIN = Path.of("target/classes");

  @TempDir private static Path aspects;
  @TempDir private static Path cache;

  /** Takes the classes that only ajc makes, as the jar {@code bindings} has them. */
  @BeforeAll
  static void takeAspects() throws IOException {
    assumeThat(AGENT).as("the agent's jar, which mvn verify builds").exists();
    Path woven = Path.of(System.getProperty("woven.classes"));
    copy(woven, Path.of("META-INF/aop-ajc.xml"));
    try (Stream<Path> files = Files.list(woven.resolve("cal/sample/orb/adapter"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path name = woven.relativize(file);
        if (!Files.exists(PLAIN.resolve(name))) {
          copy(woven, name);
        }
      }
    }
  }

  private static void copy(Path from, Path name) throws IOException {
    Files.createDirectories(aspects.resolve(name).getParent());
    Files.copy(from.resolve(name), aspects.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reactive", "thread-pool"})
  void shouldServeTheOrbsOwnClient(String model) throws Exception {
    byte[] frame = new byte[80 << 10];
    CRC32C crc = new CRC32C();
    crc.update(frame);
    try (Drill drill = Drill.startByAgent(AGENT, aspects, cache, model);
        OrbClient client = new OrbClient("127.0.0.1", drill.port(), Map.of())) {
      Factorizer desk = FactorizerHelper.unchecked_narrow(client.object("Drill/plain/desk"));
      assertThat(desk.factorize("thread:")).startsWith("cal-" + model + "-request");
      assertThat(desk.factorize("slot:")).startsWith("request ");
      assertThat(
              UploaderHelper.unchecked_narrow(client.object("Drill/plain/uploader")).upload(frame))
          .isEqualTo((int) crc.getValue());
      drill.command("overtake overtaken");
      Factorizer overtaken =
          FactorizerHelper.unchecked_narrow(client.object("Drill/overtaken/desk"));
      assertThat(overtaken.factorize("echo:x")).isEqualTo("x");
    }
  }
}
