package cal.simulation.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two failures are the same but for numbers, and standstills by who waits for whom. */
class RunTest {
  private static final String STANDSTILL =
      """
      no thread can go on, and no timer is set:
        thread 0 (main): is parked
        thread 1 (a): waits for the monitor of acme.%s, held by thread 2 (b)
        thread 2 (b): waits for the monitor of acme.Bank, held by thread 1 (a)
      """;

  private static Run failed(String failure) {
    return new Run(null, failure, null, "", 0, 0);
  }

  @Test
  void shouldTellStandstillsApart() {
    Run one = failed(STANDSTILL.formatted("Bank"));
    assertThat(one.failsAs(failed(STANDSTILL.formatted("Log")))).isFalse();
    assertThat(one.failsAs(failed(STANDSTILL.formatted("Bank").replace("0 (main)", "7 (main)"))))
        .isTrue();
  }

  @Test
  void shouldCompareOutcomesWithoutNumbers() {
    assertThat(failed("counted 17 of 20").failsAs(failed("counted 18 of 20"))).isTrue();
    assertThat(failed("counted").failsAs(failed(null))).isFalse();
    assertThat(failed(null).failsAs(failed("counted"))).isFalse();
    assertThat(failed("at acme.A$$Lambda/0x07f3ab").otherwise(failed("at acme.A$$Lambda/0x01cd")))
        .isNull();
    assertThat(failed(null).otherwise(failed("counted"))).isEqualTo("fails: counted");
    assertThat(failed("counted").otherwise(failed(null))).isEqualTo("passes");
  }
}
