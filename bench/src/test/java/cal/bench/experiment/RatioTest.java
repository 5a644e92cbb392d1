package cal.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** Two pairs of JVMs that disagree are two observations, not ten. */
  @Test
  void shouldTakeRoundsOfTheSameJvmsForOneAnother() {
    double[] slow = {0.90, 0.90, 0.90, 0.90, 0.90};
    double[] fast = {1.10, 1.10, 1.10, 1.10, 1.10};

    Ratio pooled =
        Ratio.of(DoubleStream.concat(DoubleStream.of(slow), DoubleStream.of(fast)).toArray());
    assertThat(pooled.median()).isEqualTo(1.0);
    assertThat(Ratio.ofForks(List.of(slow, fast))).isEqualTo(new Ratio(1.0, 0.90, 1.10));

    double[] wide = {0.90, 1.10, 0.95, 1.05, 1.00, 0.97, 1.03, 0.99, 1.01};
    Ratio alike = Ratio.ofForks(List.of(wide, wide, wide));
    assertThat(alike.high() - alike.low()).isLessThan(Ratio.of(wide).high() - Ratio.of(wide).low());
  }

  @ParameterizedTest
  @CsvSource({
    "1.05, 0.90, 1.20, false",
    "0.95, 0.95, 0.95, false",
    "1.06, 0.90, 1.20, true",
    "0.94, 0.90, 1.20, true",
    "1.05, 1.051, 1.20, true",
    "0.95, 0.80, 0.949, true"
  })
  void shouldBeNoiseWhereAServerIsFarFromItself(
      double median, double low, double high, boolean noise) {
    assertThat(new Ratio(median, low, high).isNoise()).isEqualTo(noise);
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
