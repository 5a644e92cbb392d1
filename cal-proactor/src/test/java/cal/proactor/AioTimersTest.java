package cal.proactor;

import static cal.proactor.AioOperation.State.CREATED;
import static cal.proactor.AioOperation.State.DEFERRED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The order of timers, whatever the order in which they were added. */
class AioTimersTest {
  private final AioTimers timers = new AioTimers();

  private static AioOperation started(long nanos) {
    AioOperation timer = AioOperation.timer(nanos, ended -> {});
    assertThat(timer.moves(CREATED, DEFERRED)).isTrue();
    return timer;
  }

  @Test
  void shouldExpireByTimeAndKeepWhatIsNotDue() {
    AioOperation first = started(0);
    AioOperation second = started(1_000);
    AioOperation late = started(TimeUnit.HOURS.toNanos(1));
    assertThat(timers.add(late)).as("the first of all").isTrue();
    assertThat(timers.add(second)).isTrue();
    assertThat(timers.add(first)).isTrue();
    List<AioOperation> due = new ArrayList<>();
    while (due.size() < 2) {
      timers.expire(due::add);
    }
    assertThat(due).containsExactly(first, second);
    assertThat(timers.all()).containsExactly(late);
    assertThat(timers.patience()).isBetween(1L, TimeUnit.HOURS.toNanos(1));
  }

  @Test
  void shouldNotKeepATimerThatWasCancelledBefore() {
    AioOperation timer = started(0);
    assertThat(timer.moves(DEFERRED, AioOperation.State.CANCELLED)).isTrue();
    assertThat(timers.add(timer)).isFalse();
    assertThat(timers.patience()).isEqualTo(Long.MAX_VALUE);
  }
}
