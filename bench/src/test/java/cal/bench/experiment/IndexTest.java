package cal.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexTest {
  private static final Offset<Double> EXACTLY = within(1e-9);

  private static Index of(Double... costs) {
    return Index.of(List.of(costs), Collections.nCopies(costs.length, 1.0));
  }

  /** By hand: the logarithms are -0.1, 0 and 0.1, so their deviation is 0.1. */
  @Test
  void shouldHaveTheIntervalOfStudentOverJvms() {
    Index index = of(Math.exp(-0.1), 1.0, Math.exp(0.1));

    assertThat(index.value()).isCloseTo(100, EXACTLY);
    double half = 4.303 * 0.1 / Math.sqrt(3);
    assertThat(index.low()).isCloseTo(100 * Math.exp(-half), EXACTLY);
    assertThat(index.high()).isCloseTo(100 * Math.exp(half), EXACTLY);
    assertThat(index.jvms()).isEqualTo(3);
  }

  /** The study of threaded servers has times within 2% of their mean, at 95%. */
  @Test
  void shouldTellHalfTheIntervalOfACost() {
    double half = 4.303 * 0.1 / Math.sqrt(3);

    assertThat(Index.halfPercent(List.of(5 * Math.exp(-0.1), 5.0, 5 * Math.exp(0.1))))
        .isCloseTo(50 * (Math.exp(half) - Math.exp(-half)), EXACTLY);
    assertThat(Index.halfPercent(List.of(5.0, 5.0))).as("of too few JVMs").isNull();
  }

  @Test
  void shouldBeTheRangeOfTwoJvmsAndOfOneNone() {
    Index two = of(0.9, 1.1);

    assertThat(two.low()).isCloseTo(90, EXACTLY);
    assertThat(two.high()).isCloseTo(110, EXACTLY);
    assertThat(of(0.9)).isEqualTo(new Index(of(0.9).value(), 90, 90, 1));
    assertThat(of(1.0, 1.0).tells()).isTrue();
    assertThat(of(1.0).tells()).as("of one JVM nobody knows").isFalse();
  }

  /** Eight of ten thousand intervals would be another 95% than that of the normal distribution. */
  @Test
  void shouldHoldTheTruthInNineteenOfTwentyCases() {
    Random random = new Random(1);
    int held = 0;
    for (int i = 0; i < 4000; i++) {
      Index index =
          of(
              Stream.generate(() -> Math.exp(0.1 * random.nextGaussian()))
                  .limit(8)
                  .toArray(Double[]::new));
      held += index.low() <= 100 && index.high() >= 100 ? 1 : 0;
    }

    assertThat(held / 4000.0).isCloseTo(0.95, within(0.012));
  }

  /** A median of costs beside a median of ratios may say the opposite. */
  @Test
  void shouldSayExactlyWhatTheMeansOfTheCostsSay() {
    List<Double> server = List.of(4.0, 9.0, 5.0, 7.5);
    List<Double> baseline = List.of(5.0, 3.0, 6.0, 8.0);

    assertThat(Index.of(server, baseline).value())
        .isCloseTo(100 * Index.mean(server) / Index.mean(baseline), EXACTLY);
  }

  @Test
  void shouldHaveNoIndexWhereAJvmAnsweredNobody() {
    assertThat(of(1.0, Double.POSITIVE_INFINITY)).isNull();
    assertThat(of(1.0, Double.NaN)).isNull();
    assertThat(Index.of(List.of(1.0), List.of(Double.POSITIVE_INFINITY))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "100, 94, 106.9, true",
    "100, 93, 107, false",
    "105, 104, 106, true",
    "105.1, 104, 106, false",
    "94.9, 94, 96, false"
  })
  void shouldTellWhereABaselineIsNearItself(double value, double low, double high, boolean tells) {
    assertThat(new Index(value, low, high, 8).tells()).isEqualTo(tells);
  }

  @Test
  void shouldTakeTheMiddleOfAnEvenNumber() {
    assertThat(Median.of(4, 1, 3, 2)).isEqualTo(2.5);
    assertThat(Median.of(4, 1, 9)).isEqualTo(4);
    assertThat(Median.of(1, Double.POSITIVE_INFINITY)).isInfinite();
  }
}
