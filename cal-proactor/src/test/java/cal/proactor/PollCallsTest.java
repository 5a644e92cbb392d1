package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.os.PollCalls;
import cal.core.internal.os.SystemCalls;
import org.junit.jupiter.api.Test;

class PollCallsTest {
  @Test
  void shouldWaitNoShorterThanTheNanoseconds() {
    assumeTrue(SystemCalls.missing("poll").isEmpty(), "calls of Linux");
    assertThat(PollCalls.millis(0)).isZero();
    assertThat(PollCalls.millis(1)).isOne();
    assertThat(PollCalls.millis(1_000_001)).isEqualTo(2);
    assertThat(PollCalls.millis(Long.MAX_VALUE - 1)).isEqualTo(Integer.MAX_VALUE);
    assertThat(PollCalls.millis(Long.MAX_VALUE)).as("for ever").isEqualTo(-1);
  }
}
