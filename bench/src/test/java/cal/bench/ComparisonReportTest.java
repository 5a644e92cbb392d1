package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    report.add(comparison(Comparison.ITSELF, 0.10, 0.05));
    assertThat(report.met()).isTrue();
    report.add(comparison(ServersUnderTest.TWIN, 0.10, 0.09));
    assertThat(report.met()).isFalse();

    Path json = folder.resolve("new/mine.json");
    ComparisonReport.Content content =
        new ObjectMapper().readValue(json.toFile(), ComparisonReport.Content.class);
    assertThat(content.comparisons()).hasSize(3);
    assertThat(content.machine()).containsEntry("pinned", "servers to core 0");
    assertThat(Files.readString(folder.resolve("new/mine.md")).lines())
        .contains(
            "| upload-64 | 1,000 | thread | twin | 1.000 (1.000 to 1.000) | 0.500 (0.500 to 0.500)"
                + " | 0.1000 | 0.1000 | 1,000 | 2,000 | 80% | 0 | 0.98: yes |",
            "| upload-64 | 1,000 | thread | itself | 0.500 (0.500 to 0.500) |"
                + " 0.500 (0.500 to 0.500) | 0.1000 | 0.0500 | 1,000 | 2,000 | 80% | 0 |  |",
            "| upload-64 | 1,000 | thread | twin | 0.900 (0.900 to 0.900) | 0.500 (0.500 to 0.500)"
                + " | 0.1000 | 0.0900 | 1,000 | 2,000 | 80% | 0 | 0.98: **no** |");
  }

  @Test
  void shouldWarnWhereTheClientsAreAtTheirLimit() throws Exception {
    Comparison busy = comparison("nio", 0.10, 0.10, 0.91);
    report().add(busy);

    assertThat(busy.goal()).isNull();
    assertThat(busy).asString().endsWith("; warning: the clients took 91% of their core");
    assertThat(Files.readString(folder.resolve("new/mine.md"))).contains("| 91% ! | 0 |  |");
  }

  private ComparisonReport report() {
    return new ComparisonReport(
        new ResultFiles(folder.resolve("new/mine")), "servers to core 0", "heap 512m");
  }

  private static Comparison comparison(String other, double cpuA, double cpuB) {
    return comparison(other, cpuA, cpuB, 0.8);
  }

  private static Comparison comparison(String other, double cpuA, double cpuB, double share) {
    Comparison.Turns turns = new Comparison.Turns(cpuA, cpuB, 1000, 2000, 0.7, share);
    Double goal = other.equals(ServersUnderTest.TWIN) ? Comparison.GOAL : null;
    return Comparison.of("thread", "upload-64", 1000, other, goal, 0, List.of(turns, turns, turns));
  }
}
