package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.orb.idl.Factorizer;
import cal.sample.orb.idl.FactorizerHelper;
import cal.sample.orb.idl.Uploader;
import cal.sample.orb.idl.UploaderHelper;
import cal.testing.SomeCases;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each part of the adapter can be left out, to measure the other. */
@Timeout(300)
class AsIsTest {
  private static final int FRAME = 700_000;
  private static final int FRAMES = 20;

  /**
   * A servant's own array is a frame long. A buffer of JacORB's has the next power of two as its
   * length, and is new for each message.
   */
  @SomeCases(of = 4)
  @ParameterizedTest
  @CsvSource({
    "reactive, cal-reactive-request, 1",
    "reactive orb.as-is.buffers=true, cal-reactive-request, 2",
    "sequential orb.as-is.threads=true, RequestProcessor, 1",
    "none, RequestProcessor, 2"
  })
  void shouldRunRequestsAndReuseBuffersAsTold(String model, String thread, int arrays)
      throws Exception {
    try (Drill drill = Drill.start(model, DrillServer.class);
        OrbClient client = new OrbClient("127.0.0.1", drill.port(), Map.of())) {
      Factorizer desk = FactorizerHelper.unchecked_narrow(client.object("Drill/plain/desk"));
      Uploader uploader = UploaderHelper.unchecked_narrow(client.object("Drill/plain/uploader"));
      byte[] frame = new byte[FRAME];
      uploader.upload(frame);

      long before = Long.parseLong(desk.factorize("allocated:"));
      for (int i = 0; i < FRAMES; i++) {
        uploader.upload(frame);
      }
      long allocated = Long.parseLong(desk.factorize("allocated:")) - before;

      assertThat(allocated / ((long) FRAME * FRAMES)).isEqualTo(arrays);
      assertThat(desk.factorize("thread:")).startsWith(thread);
    }
  }
}
