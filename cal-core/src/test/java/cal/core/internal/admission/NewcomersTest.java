package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Connections that wait for their first step, in windows of time that a test makes up. */
class NewcomersTest {
  private static final long WINDOW = 100_000_000;
  private static final long PATIENCE = FoundLimit.PATIENCE_NANOS;

  @Test
  void shouldGiveUpThoseThatWaitForLongOnlyWhileTooManyWait() {
    Newcomers newcomers = new Newcomers();
    for (int i = 0; i < 200; i++) {
      newcomers.enter();
    }
    long now = System.nanoTime() + 1_000 * WINDOW;
    assertThat(newcomers.look(now, true)).isFalse();
    assertThat(newcomers.isForlorn(10 * PATIENCE)).as("without a limit").isFalse();
    for (int i = 0; newcomers.limit() == FoundLimit.NONE; i++) {
      assertThat(i).as("windows in which all are late").isLessThan(FoundLimit.YOUNG);
      newcomers.begin(FoundLimit.LATE_NANOS + 1);
      now += WINDOW;
      newcomers.look(now, true);
    }
    assertThat(newcomers.isForlorn(PATIENCE)).isFalse();
    assertThat(newcomers.isForlorn(PATIENCE + 1)).isTrue();
    now += WINDOW;
    newcomers.look(now, false);
    assertThat(newcomers.isForlorn(PATIENCE + 1)).as("where a number is set").isFalse();
  }
}
