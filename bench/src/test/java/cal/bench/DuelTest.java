package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DuelTest {
  @Test
  void shouldTakeTheMiddleOfRoundsOrTheMeanOfTheMiddleTwo() {
    assertThat(median(3.0, 1.0, 2.0)).isEqualTo(2);
    assertThat(median(4.0, 1.0, 3.0, 2.0)).isEqualTo(2.5);
    assertThat(median(1.0, Double.POSITIVE_INFINITY)).isInfinite();
  }

  private static double median(Double... rounds) {
    return Duel.median(List.of(rounds), Double::doubleValue);
  }
}
