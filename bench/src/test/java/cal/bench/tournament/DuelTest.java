package cal.bench.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

class DuelTest {
  @Test
  void shouldTakeTheMeanOfTheMiddleTwoAsMedian() {
    assertThat(median(4.0, 1.0, 9.0)).isEqualTo(4);
    assertThat(median(4.0, 1.0)).isEqualTo(2.5);
    assertThat(median(9.0, 4.0, 1.0, 5.0)).isEqualTo(4.5);
    assertThat(median(1.0, Double.POSITIVE_INFINITY)).isInfinite();
  }

  private static double median(Double... values) {
    return Ratio.median(List.of(values), Double::doubleValue);
  }

  @Test
  void shouldWarnWhereAServerIsFarFromItself() {
    assertThat(Duel.noise("p99", Ratio.of(1.2, 1.2)))
        .containsExactly(
            "the machine was too noisy to judge the p99: without / without is"
                + " 1.200 (1.200 to 1.200)");
    assertThat(Duel.noise("p99", Ratio.of(1.02))).isEmpty();
    assertThat(Duel.noise("p99", null)).isEmpty();
  }
}
