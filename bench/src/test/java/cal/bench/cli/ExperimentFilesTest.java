package cal.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.CommandRun;
import cal.bench.Fence;
import cal.bench.SampleServer;
import cal.bench.experiment.Experiment;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.result.ErrorKind;
import cal.cli.server.OrbServers;
import cal.cli.support.BuildLayout;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every experiment runs, at the smallest scale. Runs after the phase package. */
@Timeout(300)
class ExperimentFilesTest {
  private static final int MOST_AGAIN = 5;
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

  @Tag("measuring")
  @ParameterizedTest
  @MethodSource("experiments")
  void shouldRun(String name) throws Exception {
    JsonNode results = answered(name, name);

    assertThat(results.get("scale").asText()).isEqualTo("smoke");
    assertThat(results.get("cells")).isNotEmpty();
    for (JsonNode cell : results.get("cells")) {
      assertThat(cell.get("rows")).isNotEmpty();
      assertThat(cell.get("rows"))
          .allSatisfy(
              row -> {
                assertThat(row.get("figures").size() + row.get("indices").size()).isPositive();
                assertThat(row.get("errors").fieldNames())
                    .toIterable()
                    .doesNotContain(
                        ErrorKind.WRONG_ANSWER.toString(), ErrorKind.PROTOCOL.toString());
              });
      assertThat(cell.get("warnings"))
          .noneSatisfy(warning -> assertThat(warning.asText()).contains("answered wrongly"));
    }
    assertThat(answers(results)).as("each server answers").allMatch(rate -> rate > 0);
    String kind = Experiment.read(file(name)).kind();
    if (kind.equals("soak")) {
      assertThat(results.at("/cells/0/warnings")).isEmpty();
    }
    if (List.of("grid", "overload").contains(kind)) {
      assertThat(answers(results)).hasSameSizeAs(results.findValues("figures"));
    }
  }

  /** Answers a second of each row that has them. */
  private static List<Double> answers(JsonNode results) {
    return results.findValues("figures").stream()
        .filter(figures -> figures.has(SlotFigures.ANSWERS))
        .map(figures -> figures.get(SlotFigures.ANSWERS).asDouble())
        .toList();
  }

  private static Path file(String name) {
    return BuildLayout.root().resolve("bench/experiments").resolve(name + Experiment.SUFFIX);
  }

  /** The guide's own words, followed. */
  @Tag("measuring")
  @Test
  void shouldAddAnExperimentAsTheGuideSays() throws Exception {
    List<String> files = Fence.of(GUIDE, "yaml");
    assertThat(files).hasSize(1);
    assertThat(files.getFirst().lines()).hasSizeLessThanOrEqualTo(12);
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, files.getFirst());

    JsonNode results = answered(file.toString(), "mine");

    assertThat(results.at("/cells/0/rows")).hasSize(3);
    assertThat(results.at("/cells/0/rows/2/indices/cpu_index/index").asDouble()).isPositive();
    assertThat(results.at("/cells/0/rows/0/figures/clients_served").asInt()).isEqualTo(2);
  }

  @Test
  void shouldGoOnWithTheOthersWhereOneFails() throws Exception {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        title: A title
        question: Who is there?
        kind: effort
        groups: [{name: nobody, sources: no/such/folder, total: all}]
        """);

    CommandRun run =
        CommandRun.of("bench", file.toString(), "effort", "--smoke", "--out", folder.toString());

    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err().lines().filter(line -> line.startsWith("cal: ")))
        .satisfiesExactly(
            failed -> assertThat(failed).startsWith("cal: mine: ").contains("no/such/folder"),
            wrote -> assertThat(wrote).startsWith("cal: wrote ").endsWith("report.html"),
            all -> assertThat(all).isEqualTo("cal: 1 of 2 experiments failed: mine"));
    assertThat(folder.resolve("effort/results.json")).isNotEmptyFile();
  }

  /** A slot lasts 50 ms, and may fall into a pause of the machine; then it is measured again. */
  private JsonNode answered(String experiment, String name) throws Exception {
    JsonNode results = run(experiment, name);
    for (int more = 0; answers(results).contains(0.0) && more < MOST_AGAIN; more++) {
      Files.delete(folder.resolve(name).resolve("results.json"));
      results = run(experiment, name);
    }
    return results;
  }

  private CommandRun smoke(String experiment) {
    return CommandRun.of("bench", experiment, "--smoke", "--out", folder.toString());
  }

  private JsonNode run(String experiment, String name) throws Exception {
    CommandRun run = smoke(experiment);
    for (int more = 0; run.err().contains(" gave no right answer ") && more < MOST_AGAIN; more++) {
      run = smoke(experiment);
    }
    assertThat(run.status()).as(run.err()).isZero();
    Path results = folder.resolve(name);
    for (String file : List.of("results.json", "README.md", "report.html")) {
      assertThat(results.resolve(file)).isNotEmptyFile();
    }
    assertThat(run.out()).contains(Files.readString(results.resolve("README.md")).strip());
    return new ObjectMapper().readTree(results.resolve("results.json").toFile());
  }
}
