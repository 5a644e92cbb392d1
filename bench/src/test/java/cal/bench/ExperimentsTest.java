package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(180)
class ExperimentsTest {
  @TempDir private Path folder;

  @Test
  void shouldTeachByExampleWithoutAnExperiment() {
    assertThat(CommandRun.of("bench").out())
        .contains("./cal bench idle --connections 10000", "trickle", "balance");
  }

  @Test
  void shouldTellWhatIdleConnectionsCost() throws Exception {
    JsonNode rows =
        run(
            "idle --connections 300 --active 5 --models virtual,nio --rounds 2 --seconds 0.2"
                + " --settle 0");

    assertThat(rows).hasSize(2);
    for (JsonNode row : rows) {
      assertThat(row.get("served").asInt()).isEqualTo(300);
      assertThat(row.get("heap_bytes_an_idle_connection").asDouble()).isBetween(100.0, 50_000.0);
      assertThat(row.get("rss_bytes_with_idle").asLong()).isGreaterThan(10 << 20);
      assertThat(row.get("cpu_ratio_with_idle_over_without").get("median").asDouble()).isPositive();
    }
  }

  @Test
  void shouldTellWhatTricklersCostTheOthers() throws Exception {
    JsonNode rows =
        run(
            "trickle --tricklers 20 --connections 5 --models virtual,nio --rounds 2 --seconds"
                + " 0.3");

    assertThat(rows).hasSize(2);
    for (JsonNode row : rows) {
      assertThat(row.get("p99_us_with_tricklers").asDouble()).isPositive();
      assertThat(row.get("p99_ratio_itself").get("median").asDouble()).isPositive();
      assertThat(row.get("rounds_without_an_answer").asInt()).isZero();
    }
  }

  @Test
  void shouldTellHowLoopsShareWork() throws Exception {
    JsonNode rows =
        run(
            "balance --models reactive-pool,nio --connections 8 --others 3 --rounds 2 --seconds"
                + " 0.2");

    assertThat(rows).hasSize(2);
    for (JsonNode row : rows) {
      assertThat(row.get("cpu_share_by_thread")).hasSize(2);
      assertThat(row.get("short_request_us")).hasSize(6);
      assertThat(row.get("long_step_us")).hasSize(2);
    }
  }

  @Test
  void shouldTellWhatAdoptionCosts() throws Exception {
    SampleServer.skipUnless(
        Files.exists(Path.of("../cal-agent/target/cal.jar")),
        "cal.jar is not built (mvn verify does)");
    JsonNode rows =
        run("adopted --servers mockftpserver --models virtual --rounds 2 --forks 2 --seconds 0.2");

    assertThat(rows)
        .extracting(row -> row.get("model").asText())
        .containsExactly("stock", "virtual");
    for (JsonNode row : rows) {
      assertThat(row.get("answers_per_s").asDouble()).isPositive();
      assertThat(row.get("cpu_ratio").get("median").asDouble()).isPositive();
    }
  }

  @Test
  void shouldTellWhatACapturedCallCosts() throws Exception {
    Path out = folder.resolve("jmh");

    CommandRun run =
        CommandRun.of(
            ("bench micro --forks 1 --iterations 1 --seconds 0.05 --warmup 0.05 --out " + out)
                .split(" "));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("caution=a short run, not for the record");
    JsonNode rows = new ObjectMapper().readTree(folder.resolve("jmh.json").toFile()).get("rows");
    assertThat(rows)
        .extracting(row -> row.get("benchmark").asText())
        .containsExactly("captured", "direct", "handWritten", "handedOffInPlace");
    assertThat(rows).allMatch(row -> row.get("ns").asDouble() > 0);
    assertThat(rows.get(0).get("bytes").asDouble())
        .isGreaterThan(rows.get(2).get("bytes").asDouble());
  }

  @Test
  void shouldShareOutWhatThreadsTookInBetween() {
    assertThat(
            BalanceExperiment.between(
                Map.of("loop-1", 100L, "loop-2", 50L), Map.of("loop-1", 130L, "loop-2", 60L)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("loop-1", 0.75, "loop-2", 0.25));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "idle --active 10 --connections 10 | --active=10 must be 1 or more, and less than ",
        "idle --models nobody | --models=nobody is none of sequential, ",
        "idle --rounds 0 | --rounds=0 must be 1 or more",
        "idle --connections 90000 | --connections=90000 to 1 servers at once are more than ",
        "trickle --tricklers 0 | --tricklers=0 must be 1 to 100000",
        "trickle --service upload | --service=upload is neither factor nor like upload-64",
        "balance --models thread | --models=thread is none of netty-epoll, netty-nio, nio, ",
        "adopted --servers nobody | --servers=nobody is none of nanohttpd, h2, mockftpserver",
        "adopted --quick --forks 6 | --forks=6 must be 1 to the number of rounds",
        "adopted --idle 9000 | --idle=9000 must be 0 to 5000",
        "balance --others 0 | --others=0 must be 1 or more",
        "micro --forks 0 | --forks=0 --iterations=10 must be 1 or more",
        "micro --out . | --out=. is a folder",
        "balance --seconds 0 | --seconds=0.0 must be above 0, and at most a day of seconds"
      })
  void shouldExplainAMistakeInASentence(String arguments, String sentence) {
    String always = arguments.startsWith("micro") ? "" : " --baseline pom.xml";

    CommandRun run = CommandRun.of(("bench " + arguments.strip() + always).split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.err().lines()).hasSize(1);
  }

  private JsonNode run(String experiment) throws Exception {
    SampleServer.assumeWoven();
    Path out = folder.resolve("new/experiment");
    String always = " --warmup 0.3 --out " + out + " --baseline " + SampleServer.unwovenJar();

    CommandRun run = CommandRun.of(("bench " + experiment + always).split(" "));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(folder.resolve("new/experiment.md")).content().isEqualToIgnoringNewLines(run.out());
    return new ObjectMapper().readTree(folder.resolve("new/experiment.json").toFile()).get("rows");
  }
}
