package cal.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private final Recovery recovery = new Recovery(10, Duration.ofMillis(500));

  @Test
  void shouldBeOverAtOnceWhereNothingWasWrong() {
    assertThat(recovery.isOver(15, 0)).isFalse();
    assertThat(recovery.isOver(12, 0)).isTrue();
    assertThat(recovery.begun()).isZero();
  }

  @Test
  void shouldNotTakeALullForTheEnd() {
    for (double latency : List.of(900.0, 14.0, 16.0, Double.POSITIVE_INFINITY, 15.0)) {
      assertThat(recovery.isOver(latency, 0)).isFalse();
    }
    assertThat(recovery.isOver(9, 0)).isTrue();
    assertThat(recovery.begun()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void shouldNotBeOverWhileRequestsAreRefused() {
    assertThat(recovery.isOver(9, 1)).isFalse();
    assertThat(recovery.isOver(9, 0)).isFalse();
    assertThat(recovery.isOver(9, 1)).isFalse();
    assertThat(recovery.isOver(9, 0)).isFalse();
    assertThat(recovery.isOver(9, 0)).isTrue();
    assertThat(recovery.begun()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void shouldNotBeSeenWhereNobodyWasAnsweredBefore() {
    Recovery unknown = new Recovery(Double.POSITIVE_INFINITY, Duration.ofMillis(500));

    for (double latency : List.of(9.0, 9.0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)) {
      assertThat(unknown.isOver(latency, 0)).isFalse();
    }
    assertThat(unknown.begun()).isEqualTo(Duration.ofSeconds(2));
  }
}
