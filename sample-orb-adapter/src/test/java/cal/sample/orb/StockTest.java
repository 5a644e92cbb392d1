package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.orb.idl.BadNumber;
import cal.sample.orb.idl.TooHard;
import cal.sample.orb.idl.Uploader;
import cal.sample.upload.MemoryStore;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The servants on JacORB as it is. */
class StockTest {
  private static final String TOO_HARD = "8999999999586000000004757";

  private static OrbServer server;
  private static OrbClient client;

  @BeforeAll
  static void start() throws Exception {
    server = new OrbServer("127.0.0.1", 0, new MemoryStore(), Map.of());
    client = new OrbClient("127.0.0.1", server.port(), Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Test
  void shouldFactorize() throws Exception {
    assertThat(client.factorizer().factorize("22794993954179237141472"))
        .isEqualTo("2 2 2 2 2 3 11 11 251 251 2271613 13712009");
    assertThat(client.factorizer().factorize("1")).isEmpty();
  }

  @Test
  void shouldThrowWhatTheServantThrows() {
    assertThatThrownBy(() -> client.factorizer().factorize("zero"))
        .isInstanceOfSatisfying(
            BadNumber.class, bad -> assertThat(bad.reason).contains("1 to 25 digits"));
    assertThatThrownBy(() -> client.factorizer().factorize(TOO_HARD))
        .isInstanceOfSatisfying(TooHard.class, hard -> assertThat(hard.reason).contains(TOO_HARD));
  }

  @Test
  void shouldStoreFrames() {
    byte[] frame = new byte[80 << 10];
    frame[7] = 42;
    CRC32C crc = new CRC32C();
    crc.update(frame);
    Uploader uploader = client.uploader();
    long before = uploader.frames();
    assertThat(uploader.upload(frame)).isEqualTo((int) crc.getValue());
    uploader.push(frame);
    uploader.upload(new byte[0]);
    assertThat(uploader.frames()).isBetween(before + 2, before + 3);
  }
}
