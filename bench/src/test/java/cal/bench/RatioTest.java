package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void shouldBeTheMedianWithinItsInterval() {
    Ratio ratio = Ratio.of(1.00, 0.99, 1.02, 0.97, 1.01, 0.98, 1.03, 1.00, 0.96, 1.04, 1.00);

    assertThat(ratio.median()).isEqualTo(1.00);
    assertThat(ratio.low()).isBetween(0.96, 1.00);
    assertThat(ratio.high()).isBetween(1.00, 1.04);
  }

  @Test
  void shouldBeAPointWhereAllRoundsAgree() {
    assertThat(Ratio.of(0.95, 0.95, 0.95)).isEqualTo(new Ratio(0.95, 0.95, 0.95));
  }

  @Test
  void shouldTakeTheMiddleOfAnEvenNumber() {
    assertThat(Ratio.of(1, 2, 3, 4).median()).isEqualTo(2.5);
  }

  @Test
  void shouldMeetAGoalWhereTheIntervalLiesAboveItLessTheTolerance() {
    assertThat(new Ratio(0.97, 0.931, 0.99).meets(0.98)).isTrue();
    assertThat(new Ratio(1.05, 0.929, 1.10).meets(0.98)).isFalse();
  }
}
