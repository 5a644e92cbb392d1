package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples are concurrency-aware, and the check would notice if they were not. */
class SampleCheckTest {
  private static final String PLAIN = "../sample-upload-server/target/classes";
  private static final String WOVEN = "../sample-upload-server/target/woven";
  private static final String RECORD = WOVEN + "/META-INF/cal/captures";

  @Test
  void shouldFindNothingInTheWovenSample() {
    CommandRun run = CommandRun.of("check", WOVEN);

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("findings: 0, in ").contains("\nnot seen: ");
    assertThat(run.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "upload-server, virtual",
    "upload-server, thread-pool",
    "upload-server, reactive",
    "upload-server, jcsp-pool",
    "upload-server, sequential",
    "web-server, virtual",
    "web-server, thread-pool",
    "web-server, reactive",
    "web-server, sequential",
    "orb-adapter, virtual",
    "orb-adapter, thread-pool",
    "orb-adapter, reactive"
  })
  void shouldFindNoDeadlockInTheSamples(String sample, String model) {
    CommandRun run =
        CommandRun.of("verify", "--model", model, "../sample-" + sample + "/target/woven");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\nfree of deadlock under these settings (");
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldFindNothingInThePlainSampleWithItsRecord() {
    CommandRun run = CommandRun.of("check", PLAIN, RECORD);

    assertThat(run.out()).startsWith("findings: 0, in ");
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldMissTheCriticalRegionsWhereNobodyNamesThem() {
    CommandRun run =
        CommandRun.of(
            "check",
            PLAIN,
            "--spawn",
            "boolean cal.sample.upload.Listener.accept()",
            "--spawn",
            "boolean cal.sample.upload.Connection.serve()",
            "--hand-off",
            "int cal.sample.upload.Store.store(..)");

    assertThat(run.out().lines().filter(line -> line.startsWith("cal.sample.upload.")))
        .map(
            line -> line.replaceFirst("(?s)^cal\\.sample\\.upload\\.(\\w+)\\S* (\\S+) .*", "$1 $2"))
        .containsOnly(
            "FrameArrays 3.5",
            "MemoryStore 3.5",
            "RelayStore 3.6",
            "Statistics 3.2",
            "Statistics 3.5",
            "Statistics 3.6");
    assertThat(run.status()).isEqualTo(1);
  }
}
