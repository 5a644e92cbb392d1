package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.LoadResults;
import cal.bench.experiment.Row;
import cal.bench.load.LoadResult;
import cal.bench.tournament.Duel;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrickleKindTest {
  @Test
  void shouldTellNoLatencyWhereMostRoundsWereStarved() {
    Map<String, Double> figures =
        figures(LoadResults.taking(30), LoadResults.starved(), LoadResults.starved());

    assertThat(figures)
        .doesNotContainKey("p99_ms_with")
        .containsEntry("p99_ms_without", 1.0)
        .containsEntry("rounds_without_an_answer", 2.0);
  }

  @Test
  void shouldTakeARoundThatWasStarvedAsTheSlowest() {
    assertThat(figures(LoadResults.taking(2), LoadResults.starved(), LoadResults.taking(4)))
        .containsEntry("p99_ms_with", 4.0)
        .containsEntry("rounds_without_an_answer", 1.0);
  }

  private static Map<String, Double> figures(LoadResult... with) {
    return new Row(
            "server",
            TrickleKind.latencies(
                Arrays.stream(with)
                    .map(among -> new Duel.Pair(among, LoadResults.taking(1)))
                    .toList()))
        .figures();
  }
}
