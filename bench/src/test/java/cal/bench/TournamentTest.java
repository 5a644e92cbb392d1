package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TournamentTest {
  private static final Offset<Double> NEARLY = Offset.offset(1e-9);

  @Test
  void shouldCountARoundInWhichOnlyTheBaselineServedAsZero() {
    List<Tournament.Turn> server = turns(0, 200, 0);
    List<Tournament.Turn> baseline = turns(100, 100, 100);

    assertThat(Tournament.ratio(server, baseline, Tournament.Turn::rate).median()).isZero();
    assertThat(Tournament.ratio(baseline, server, Tournament.Turn::cpu).median()).isZero();
    assertThat(TurnFigures.ratios(server, baseline).get("cpu_ratio").high())
        .as("the other round counts as well")
        .isCloseTo(2, NEARLY);
    assertThat(Tournament.servedNobody(baseline)).isZero();
  }

  @Test
  void shouldLeaveOutRoundsInWhichTheBaselineServedNobody() {
    List<Tournament.Turn> server = turns(300, 300, 0);
    List<Tournament.Turn> baseline = turns(100, 0, 0);

    assertThat(TurnFigures.ratios(server, baseline))
        .hasSize(2)
        .allSatisfy((key, ratio) -> assertThat(ratio.low()).isCloseTo(3, NEARLY));
    assertThat(Tournament.servedNobody(baseline)).isEqualTo(2);
    assertThat(TurnFigures.ratios(server, turns(0, 0, 0))).isEmpty();
  }

  /** Whoever starved in one set of JVMs is not hidden by a later one. */
  @Test
  void shouldTellOfAllSetsOfJvms() {
    Tournament.Player player = new Tournament.Player();
    assertThat(player.fairness()).isNull();
    assertThat(player.served()).isZero();

    player.addFork(4, 0);
    assertThat(player.fairness()).isCloseTo(0, NEARLY);
    player.addFork(5, 5);
    assertThat(player.fairness()).isCloseTo(0.5, NEARLY);
    player.addFork(7, 7);
    assertThat(player.fairness()).isCloseTo(1, NEARLY);
    assertThat(player.served()).isEqualTo(1);

    player.addFork(0, 0);
    assertThat(player.fairness()).as("of nothing there is none").isCloseTo(1, NEARLY);
    assertThat(player.served()).isZero();
  }

  private static List<Tournament.Turn> turns(int... answers) {
    return IntStream.of(answers)
        .mapToObj(each -> new Tournament.Turn(1, LoadResults.answering(each), null))
        .toList();
  }
}
