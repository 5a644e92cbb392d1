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
    Comparison comparison = comparison(Comparison.TWIN, 0.10, 0.12);

    assertThat(comparison.cpu().median()).isEqualTo(0.12 / 0.10);
    assertThat(comparison.throughput().median()).isEqualTo(0.5);
  }

  @Test
  void shouldKeepWhatIsDoneAfterEachComparison() throws Exception {
    ComparisonReport report = new ComparisonReport(folder.resolve("new"), true);
    report.add(comparison(Comparison.TWIN, 0.10, 0.10));
    assertThat(report.met()).isTrue();
    report.add(comparison(Comparison.ITSELF, 0.10, 0.05));
    assertThat(report.met()).isTrue();
    report.add(comparison(Comparison.TWIN, 0.10, 0.09));
    assertThat(report.met()).isFalse();

    Path json = folder.resolve("new/comparison.json");
    ComparisonReport.Content content =
        new ObjectMapper().readValue(json.toFile(), ComparisonReport.Content.class);
    assertThat(content.comparisons()).hasSize(3);
    assertThat(content.machine()).containsEntry("pinned", "servers to core 0, clients to core 1");
    assertThat(Files.readString(folder.resolve("new/comparison.md")).lines())
        .contains(
            "| upload-64 | 1,000 | thread | twin | 1.000 (1.000 to 1.000) |"
                + " 0.500 (0.500 to 0.500) | 0.1000 | 0.1000 | 1,000 | 2,000 | 0 | yes |",
            "| upload-64 | 1,000 | thread | itself | 0.500 (0.500 to 0.500) |"
                + " 0.500 (0.500 to 0.500) | 0.1000 | 0.0500 | 1,000 | 2,000 | 0 |  |",
            "| upload-64 | 1,000 | thread | twin | 0.900 (0.900 to 0.900) |"
                + " 0.500 (0.500 to 0.500) | 0.1000 | 0.0900 | 1,000 | 2,000 | 0 | **no** |");
  }

  private static Comparison comparison(String other, double cpuA, double cpuB) {
    Comparison.Turns turns = new Comparison.Turns(cpuA, cpuB, 1000, 2000);
    return Comparison.of("thread", "upload-64", 1000, other, 0, List.of(turns, turns, turns));
  }
}
