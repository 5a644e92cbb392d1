package cal.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.CommandRun;
import cal.bench.SampleServer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("measuring")
@Timeout(300)
class DemoCommandTest {
  @TempDir private Path folder;

  @Test
  void shouldShowOneServerUnderTwoModels() throws Exception {
    SampleServer.assumeWoven();
    Path file = folder.resolve("demo.json");

    CommandRun run =
        CommandRun.of(
            "demo",
            "--models",
            "sequential,virtual",
            "--seconds",
            "0.05",
            "--clients",
            "5",
            "--services",
            "upload-64",
            "--json",
            file.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("\u001b");
    assertThat(run.out().lines().map(line -> line.replaceAll("\\s+", " ")))
        .contains("server upload-64 CPU us of 100")
        .anyMatch(line -> line.startsWith("plain-virtual again "))
        .anyMatch(line -> line.startsWith("thread-pool-by-hand "))
        .anyMatch(line -> line.startsWith("sequential ") && line.contains(" (1) "))
        .anyMatch(line -> line.startsWith("virtual "))
        .anyMatch(line -> line.startsWith("upload-64, CPU time beside plain-virtual: "));
    JsonNode turns = new ObjectMapper().readTree(file.toFile());
    assertThat(turns).hasSize(5).allMatch(turn -> turn.get("errors").isEmpty());
  }
}
