package cal.core.internal.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The time in which clients that wait are accepted, on a clock of the test's. */
class AcceptingTest {
  private static final long START = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(30);

  private static long at(long millis) {
    return START + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void shouldGiveOthersATurnAfterSomeTime() {
    Accepting platform = new Accepting(false, START);
    platform.begin(START);
    assertThat(platform.goesOn(at(49))).isTrue();
    assertThat(platform.goesOn(at(50))).isFalse();
    platform.end(at(50));
    platform.begin(at(51));
    assertThat(platform.goesOn(at(52))).as("a thread that the system preempts").isTrue();
  }

  @Test
  void shouldRestAsLongAsItHasAccepted() {
    Accepting virtual = new Accepting(true, START);
    virtual.begin(START);
    assertThat(virtual.goesOn(at(1))).isTrue();
    virtual.end(at(40));
    virtual.begin(at(79));
    assertThat(virtual.goesOn(at(79))).isFalse();
    virtual.end(at(79));
    virtual.begin(at(80));
    assertThat(virtual.goesOn(at(81))).isTrue();
  }
}
