package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How long a drain goes on looking. */
class DrainTest {
  private static Stage stage() {
    CalRuntime runtime = CalRuntime.of(Configuration.of(Map.of()), List.of());
    return new Stage(runtime, "work", Configuration.of(Map.of()), new CallingThreadModel(false));
  }

  private static Duration drain(Duration timeout, int busyLooks) {
    AtomicInteger looks = new AtomicInteger();
    long start = System.nanoTime();
    Drain.run(
        List.of(stage()),
        activity -> true,
        () -> {
          return looks.incrementAndGet() <= busyLooks;
        },
        stage -> timeout);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void shouldReturnAtOnceWhereNothingRuns() {
    assertThat(drain(Duration.ofMinutes(1), 0)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void shouldReturnWhenTheLastHasEnded() {
    assertThat(drain(Duration.ofMinutes(1), 5)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void shouldGiveUpAMomentAfterTheDeadline() {
    assertThat(drain(Duration.ofMillis(20), Integer.MAX_VALUE))
        .isBetween(Duration.ofMillis(1_020), Duration.ofSeconds(20));
  }
}
