package cal.bench.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cal.bench.LoadResults;
import cal.bench.experiment.Index;
import cal.cli.load.result.LoadResult;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DuelTest {
  @Test
  void shouldCompareJvmsByTheMedianOfTheirRounds() {
    Map<String, Index> indices = index(List.of(rounds(100, 50, 100), rounds(50, 50, 0)));

    assertThat(indices.get("cpu").low()).as("of A in the first").isCloseTo(100, within(1e-9));
    assertThat(indices.get("cpu").high()).as("of A in the second").isCloseTo(200, within(1e-9));
  }

  @Test
  void shouldCompareNothingWhereMostRoundsHadNoAnswer() {
    assertThat(index(List.of(rounds(0, 0, 100), rounds(100, 100, 100)))).isEmpty();
  }

  private static Map<String, Index> index(List<List<Duel.Pair>> jvms) {
    return Duel.index("cpu", jvms, LoadResult::serverCpuSecondsPer1000);
  }

  /** Of A so many answers, and of B 100. */
  private static List<Duel.Pair> rounds(int... answers) {
    return IntStream.of(answers)
        .mapToObj(each -> new Duel.Pair(LoadResults.answering(each), LoadResults.answering(100)))
        .toList();
  }
}
