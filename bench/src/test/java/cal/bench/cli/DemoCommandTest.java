package cal.bench.cli;

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
            "0.3",
            "--clients",
            "5",
            "--size",
            "64",
            "--services",
            "upload",
            "--json",
            file.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().lines().map(line -> line.replaceAll("\\s+", " ")))
        .anyMatch(line -> line.startsWith("model upload long CPU ms upload short CPU ms"))
        .anyMatch(line -> line.startsWith("sequential ") && line.contains(" (1) "))
        .anyMatch(line -> line.startsWith("virtual "))
        .contains("upload long: not all of 5 clients were served: sequential 1.");
    JsonNode cells = new ObjectMapper().readTree(file.toFile());
    assertThat(cells).hasSize(4).allMatch(cell -> cell.at("/result/errors").isEmpty());
  }
}
