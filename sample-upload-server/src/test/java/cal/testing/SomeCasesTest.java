package cal.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class SomeCasesTest {
  /** A case that ran in neither would be missed by nobody. */
  @RepeatedTest(20)
  void shouldRunEachCaseInOneOfTwoBuilds(RepetitionInfo repetition) {
    int turn = repetition.getCurrentRepetition() - 10;
    for (int of = 2; of < 10; of++) {
      assertThat(SomeCases.Turn.isOn("others", turn, of))
          .isEqualTo(!SomeCases.Turn.isOn("some", turn, of));
      assertThat(SomeCases.Turn.isOn("all", turn, of)).isTrue();
    }
  }
}
