package cal.reactive.internal.relief;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.relief.CoreUse.Look;
import org.junit.jupiter.api.Test;

/** The time for which a turn keeps its loop. */
class KeptTurnTest {
  private final KeptTurn turn = new KeptTurn(5);

  @Test
  void shouldCountAllTimeWhereTheSystemDoesNotTell() {
    turn.begin(7, 100);
    assertThat(turn.lookAgain(105, () -> null)).isEqualTo(5);
    assertThat(turn.lookAgain(110, () -> null)).isEqualTo(10);
  }

  @Test
  void shouldNotCountAWaitForACore() {
    turn.begin(7, 100);
    assertThat(turn.lookAgain(105, () -> new Look(1_000, true))).as("unknown yet").isEqualTo(5);
    assertThat(turn.lookAgain(110, () -> new Look(1_000, true))).isEqualTo(5);
    assertThat(turn.lookAgain(900, () -> new Look(1_002, true))).as("two on a core").isEqualTo(7);
    assertThat(turn.lookAgain(905, () -> new Look(1_007, true))).as("five more").isEqualTo(12);
  }

  /** The look itself waits for the core. */
  @Test
  void shouldCountAPauseAtFirstWhereTheLookIsLate() {
    turn.begin(7, 100);
    assertThat(turn.lookAgain(190, () -> new Look(1_000, true))).isEqualTo(5);
    assertThat(turn.lookAgain(290, () -> new Look(1_001, true))).isEqualTo(6);
  }

  /** For a file, a lock, or a class initialiser. */
  @Test
  void shouldCountAnyOtherWait() {
    turn.begin(7, 100);
    assertThat(turn.lookAgain(105, () -> new Look(1_000, false))).isEqualTo(5);
    assertThat(turn.lookAgain(110, () -> new Look(1_000, false))).isEqualTo(10);
    assertThat(turn.lookAgain(115, () -> new Look(1_000, true))).as("and no core").isEqualTo(10);
  }

  @Test
  void shouldCountEachTurnAnew() {
    turn.begin(7, 100);
    assertThat(turn.lookAgain(105, () -> new Look(1_000, true))).isEqualTo(5);
    turn.begin(9, 110);
    assertThat(turn.is(7)).isFalse();
    assertThat(turn.is(9)).isTrue();
    assertThat(turn.lookAgain(115, () -> new Look(1_500, true))).isEqualTo(5);
  }
}
