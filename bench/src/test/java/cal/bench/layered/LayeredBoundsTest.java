package cal.bench.layered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LayeredBoundsTest {
  private static final Duration THINK = Duration.ofMillis(100);
  private static final Duration SERVICE = Duration.ofMillis(10);

  @Test
  void shouldBeTheLeastOfAllLimits() {
    LayeredBounds study = new LayeredBounds(THINK, SERVICE, SERVICE, 1, 1);

    assertThat(study.throughput(1, 1)).as("one client").isCloseTo(1 / 0.12, within(1e-9));
    assertThat(study.throughput(25, 1)).as("one thread").isEqualTo(50);
    assertThat(study.throughput(25, 15)).as("one processor").isEqualTo(100);
  }

  @Test
  void shouldNotLimitWhatWaitsForAnyNumber() {
    LayeredBounds waiting = new LayeredBounds(THINK, SERVICE, SERVICE, 0, 0);

    assertThat(waiting.throughput(1000, 15)).as("the threads").isEqualTo(750);
    assertThat(waiting.throughput(1200, 1200)).as("the clients").isCloseTo(10_000, within(1e-6));
  }
}
