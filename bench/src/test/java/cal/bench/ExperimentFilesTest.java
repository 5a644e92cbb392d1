package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every experiment runs, at the smallest scale. Runs after the phase package. */
@Timeout(90)
class ExperimentFilesTest {
  private static final Path GUIDE = Path.of("../docs/benchmarks.md");

  @TempDir private Path folder;

  @BeforeAll
  static void skipUnlessBuilt() {
    SampleServer.skipUnless(
        OrbServers.areBuilt(), "the servers of the experiments are not built (mvn verify does)");
  }

  static Stream<String> experiments() {
    return BenchCommand.files().stream()
        .map(file -> file.getFileName().toString().replace(".yaml", ""));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void shouldRun(String name) throws Exception {
    JsonNode results = run(name, name);

    assertThat(results.get("scale").asText()).isEqualTo("smoke");
    assertThat(results.get("cells")).isNotEmpty();
    for (JsonNode cell : results.get("cells")) {
      assertThat(cell.get("rows")).isNotEmpty();
      assertThat(cell.get("rows"))
          .allSatisfy(
              row -> assertThat(row.get("figures").size() + row.get("ratios").size()).isPositive());
    }
  }

  /** The guide's own words, followed. */
  @Test
  void shouldAddAnExperimentAsTheGuideSays() throws Exception {
    List<String> files = Fence.of(GUIDE, "yaml");
    assertThat(files).hasSize(1);
    assertThat(files.getFirst().lines()).hasSizeLessThanOrEqualTo(12);
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, files.getFirst());

    JsonNode results = run(file.toString(), "mine");

    assertThat(results.at("/cells/0/rows")).hasSize(3);
    assertThat(results.at("/cells/0/rows/2/ratios/cpu_ratio/median").asDouble()).isPositive();
    assertThat(results.at("/cells/0/rows/0/figures/clients_served").asInt()).isEqualTo(2);
  }

  @Test
  void shouldKeepWhatIsDoneWhenItIsInterrupted() throws Exception {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        title: Interrupted
        question: Is what was done kept?
        kind: grid
        services: [upload-64]
        clients: [2, 3, 4, 5]
        servers: [virtual]
        rounds: 2
        seconds: 0.05
        warmup: 0.05
        """);
    String[] words = {"bench", file.toString(), "--quick", "--out", folder.toString()};
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", Cal.class.getName()));
    command.addAll(List.of(words));
    Process bench =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile())
            .start();
    Path json = folder.resolve("mine.json");
    await("the first case").atMost(Duration.ofSeconds(60)).until(() -> Files.exists(json));
    new ProcessBuilder("kill", "-INT", "" + bench.pid()).start().waitFor();
    assertThat(bench.waitFor(30, TimeUnit.SECONDS)).as("Ctrl-C ends it").isTrue();
    JsonNode kept = new ObjectMapper().readTree(json.toFile()).get("cells");
    assertThat(kept.size()).isBetween(1, 3);

    CommandRun again = CommandRun.of(words);

    assertThat(again.status()).as(again.err()).isZero();
    JsonNode all = new ObjectMapper().readTree(json.toFile()).get("cells");
    assertThat(all).hasSize(4);
    assertThat(all.get(0)).as("not measured again").isEqualTo(kept.get(0));
  }

  private JsonNode run(String experiment, String name) throws Exception {
    CommandRun run = CommandRun.of("bench", experiment, "--smoke", "--out", folder.toString());

    assertThat(run.status()).as(run.err()).isZero();
    for (String suffix : List.of(".json", ".md", ".html")) {
      assertThat(folder.resolve(name + suffix)).isNotEmptyFile();
    }
    assertThat(run.out()).contains(Files.readString(folder.resolve(name + ".md")).strip());
    return new ObjectMapper().readTree(folder.resolve(name + ".json").toFile());
  }

  @Test
  void shouldShareOutWhatThreadsTookInBetween() {
    assertThat(
            BalanceKind.between(
                Map.of("loop-1", 100L, "loop-2", 50L), Map.of("loop-1", 130L, "loop-2", 60L)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("loop-1", 0.75, "loop-2", 0.25));
  }
}
