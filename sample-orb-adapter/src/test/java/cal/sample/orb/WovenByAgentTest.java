package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.orb.idl.Factorizer;
import cal.sample.orb.idl.FactorizerHelper;
import cal.sample.orb.idl.UploaderHelper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JacORB's jar as it comes, woven by the agent when it is loaded; the client is JacORB's. */
@Timeout(300)
class WovenByAgentTest {
  @TempDir private static Path aspects;
  @TempDir private static Path cache;

  @BeforeAll
  static void takeAspects() throws IOException {
    Drill.takeAspects(aspects);
  }

  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "reactive",
        "thread-pool " + Drill.CSP,
        "virtual synchronization=monitor" + Drill.REGIONS,
        "virtual synchronization=fair-lock" + Drill.REGIONS
      })
  void shouldServeTheOrbsOwnClient(String model) throws Exception {
    byte[] frame = new byte[80 << 10];
    CRC32C crc = new CRC32C();
    crc.update(frame);
    try (Drill drill = Drill.startByAgent(aspects, cache, model);
        OrbClient client = new OrbClient("127.0.0.1", drill.port(), Map.of())) {
      Factorizer desk = FactorizerHelper.unchecked_narrow(client.object("Drill/plain/desk"));
      assertThat(desk.factorize("thread:")).startsWith("cal-" + Drill.modelOf(model) + "-request");
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
