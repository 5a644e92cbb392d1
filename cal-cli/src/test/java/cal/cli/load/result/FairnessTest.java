package cal.cli.load.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FairnessTest {
  @Test
  void shouldBeOneWhereAllGotTheSame() {
    assertThat(Fairness.of(7, 7, 7)).isEqualTo(1);
  }

  @Test
  void shouldBeTheMeanLessTheDeviationOverTheMean() {
    // mean 5, standard deviation 2 (of the whole population, as in the paper)
    assertThat(Fairness.of(2, 4, 4, 4, 5, 5, 7, 9)).isCloseTo(0.6, within(1e-12));
  }

  @Test
  void shouldBeNegativeWhereOneGotAll() {
    assertThat(Fairness.of(50, 0, 0, 0)).isCloseTo(1 - Math.sqrt(3), within(1e-12));
  }

  @Test
  void shouldBeUnknownWhereNobodyGotAnything() {
    assertThat(Fairness.of(0, 0)).isNull();
    assertThat(Fairness.of()).isNull();
  }

  @Test
  void shouldBeLessThanOneWhereAnswersAreTooFewToBeShared() {
    assertThat(Fairness.most(5, 2)).isCloseTo(Fairness.of(2, 3), within(1e-12));
    assertThat(Fairness.most(7, 10))
        .isCloseTo(Fairness.of(1, 1, 1, 1, 1, 1, 1, 0, 0, 0), within(1e-12));
    assertThat(Fairness.most(6, 2)).isEqualTo(1);
  }
}
