package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class ExperimentsTest {
  @TempDir private Path folder;

  @Tag("measuring")
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adopted --servers nobody | --servers=nobody is none of nanohttpd, h2, mockftpserver",
        "adopted --quick --forks 6 | --forks=6 must be 1 to the number of rounds",
        "adopted --idle 9000 | --idle=9000 must be 0 to 5000"
      })
  void shouldExplainAMistakeInASentence(String arguments, String sentence) {
    CommandRun run =
        CommandRun.of(("bench " + arguments.strip() + " --baseline pom.xml").split(" "));

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
    assertThat(folder.resolve("new/experiment/README.md"))
        .content()
        .isEqualToIgnoringNewLines(run.out());
    return new ObjectMapper()
        .readTree(folder.resolve("new/experiment/results.json").toFile())
        .get("rows");
  }
}
