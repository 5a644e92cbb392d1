package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Ratio;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonReportTest {
  @TempDir private Path folder;

  @Test
  void shouldFavourTheServerThatTakesLessTimeForAnAnswer() {
    Comparison comparison = comparison(ServersUnderTest.TWIN, 0.10, 0.12);

    assertThat(comparison.cpu().median()).isEqualTo(0.12 / 0.10);
    assertThat(comparison.throughput().median()).isEqualTo(0.5);
  }

  @Test
  void shouldKeepWhatIsDoneAfterEachComparison() throws Exception {
    ComparisonReport report = report();
    report.add(comparison(ServersUnderTest.TWIN, 0.10, 0.10));
    assertThat(report.met()).isTrue();
    report.add(comparison(Comparison.ITSELF, 0.10, 0.096));
    assertThat(report.met()).isTrue();
    report.add(comparison(ServersUnderTest.TWIN, 0.10, 0.09));
    assertThat(report.met()).isFalse();

    Path json = folder.resolve("new/mine/results.json");
    ComparisonReport.Content content =
        new ObjectMapper().readValue(json.toFile(), ComparisonReport.Content.class);
    assertThat(content.comparisons()).hasSize(3);
    assertThat(content.machine()).containsEntry("pinned", "servers to core 0");
    assertThat(Files.readString(folder.resolve("new/mine/README.md")).lines())
        .contains(
            "| upload-64 | 1,000 | thread | twin | 1.000 (1.000 to 1.000) | 0.500 (0.500 to 0.500)"
                + " | 0.1000 | 0.1000 | 0.8000 | 0.5000 | 1,000 | 2,000 | 80% | 0 | 0.98: yes |",
            "| upload-64 | 1,000 | thread | itself | 0.960 (0.960 to 0.960) | 1.000 (1.000 to"
                + " 1.000) | 0.1000 | 0.0960 | 0.8000 | 0.8960 | 1,000 | 1,000 | 80% | 0 |  |",
            "| upload-64 | 1,000 | thread | twin | 0.900 (0.900 to 0.900) | 0.500 (0.500 to 0.500)"
                + " | 0.1000 | 0.0900 | 0.8000 | 0.4900 | 1,000 | 2,000 | 80% | 0 | 0.98: **no**"
                + " |");
  }

  @Test
  void shouldWarnWhereTheClientsAreAtTheirLimit() throws Exception {
    Comparison busy = comparison("nio", 0.10, 0.10, 0.91);
    report().add(busy);

    assertThat(busy.goal()).isNull();
    assertThat(busy).asString().endsWith("; warning: the clients took 91% of their core");
    assertThat(Files.readString(folder.resolve("new/mine/README.md"))).contains("| 91% ! | 0 |  |");
  }

  @Test
  void shouldJudgeNothingWhereAModelIsFarFromItself() throws Exception {
    ComparisonReport report = report();
    report.add(comparison(ServersUnderTest.TWIN, 0.10, 0.12));
    report.add(comparison("nio", 0.10, 0.12));
    assertThat(report.met()).isTrue();
    report.add(comparison(Comparison.ITSELF, 0.10, 0.106));

    assertThat(report.met()).isFalse();
    assertThat(Files.readString(folder.resolve("new/mine/README.md")).lines())
        .filteredOn(line -> line.contains("| thread | "))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("| twin | 1.200 (1.200 to 1.200) ~ | 0.500 (0.500 to 0.500) |")
                    .endsWith("| 0.98: too noisy to say |"),
            line -> assertThat(line).endsWith("| too noisy to say |"),
            line -> assertThat(line).contains("| itself | 1.060 (1.060 to 1.060) ~ | 1.000 "));
  }

  @Test
  void shouldNotJudgeAModelByAnotherThatIsFarFromItself() throws Exception {
    ComparisonReport report = report();
    report.add(comparison(ServersUnderTest.TWIN, 0.10, 0.12));
    report.add(comparison(Comparison.ITSELF, 0.10, 0.10));
    Comparison other = comparison(Comparison.ITSELF, 0.10, 0.20);
    report.add(Comparison.of("virtual", "upload-64", 1000, other.b(), null, 0, other.rounds()));

    assertThat(report.met()).isTrue();
  }

  @Test
  void shouldTellTheJvmsOfTheRounds() throws Exception {
    Comparison.Turns one = new Comparison.Turns(1, 0.10, 0.10, 1000, 1000, null, null);
    Comparison.Turns two = new Comparison.Turns(2, 0.10, 0.20, 1000, 1000, null, null);
    Comparison comparison =
        Comparison.of("thread", "factor", 10, "twin", null, 0, List.of(one, one, one, two, two));
    report().add(comparison);

    assertThat(comparison.cpu()).isEqualTo(new Ratio(1, 1, 2));
    assertThat(Files.readString(folder.resolve("new/mine/README.md")))
        .contains(
            "median of 5 rounds in turns on 2 pairs of JVMs",
            "| unknown | unknown | 1,000 | 1,000 | unknown | 0 |  |");
  }

  /** What is committed was measured once; how it is judged may change. */
  @ParameterizedTest
  @ValueSource(strings = {"comparison", "reactive"})
  void shouldJudgeCommittedDataAsItJudgesNew(String name) throws Exception {
    ResultFiles committed = new ResultFiles(Path.of("results", name));
    ComparisonReport.Content content =
        new ObjectMapper().readValue(committed.json().toFile(), ComparisonReport.Content.class);
    ResultFiles anew = new ResultFiles(Path.of("target/results", name));
    ComparisonReport report = new ComparisonReport(anew, content.machine());
    for (Comparison old : content.comparisons()) {
      report.add(
          Comparison.of(
              old.model(),
              old.service(),
              old.clients(),
              old.b(),
              old.goal(),
              old.errors(),
              old.rounds()));
    }

    String remedy = "copy what is in bench/target/results";
    assertThat(committed.json()).as(remedy).hasSameTextualContentAs(anew.json());
    assertThat(committed.markdown()).as(remedy).hasSameTextualContentAs(anew.markdown());
  }

  private ComparisonReport report() {
    return new ComparisonReport(
        new ResultFiles(folder.resolve("new/mine")),
        ResultFiles.machine("servers to core 0", "heap 512m", true));
  }

  private static Comparison comparison(String other, double cpuA, double cpuB) {
    return comparison(other, cpuA, cpuB, 0.8);
  }

  private static Comparison comparison(String other, double cpuA, double cpuB, double share) {
    double rateB = other.equals(Comparison.ITSELF) ? 1000 : 2000;
    Comparison.Turns turns = new Comparison.Turns(1, cpuA, cpuB, 1000, rateB, 0.7, share);
    Double goal = other.equals(ServersUnderTest.TWIN) ? Comparison.GOAL : null;
    return Comparison.of("thread", "upload-64", 1000, other, goal, 0, List.of(turns, turns, turns));
  }
}
