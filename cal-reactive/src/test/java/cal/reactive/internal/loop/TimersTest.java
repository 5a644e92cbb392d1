package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimersTest {
  private final Timers timers = new Timers();
  private final long start = System.nanoTime();
  private final List<Entry> expired = new ArrayList<>();

  private final class Entry extends Timers.Timer {
    /** When it is due after the start; negative if it is not set. */
    private long due = -1;

    @Override
    protected void expired() {
      expired.add(this);
      due = -1;
    }
  }

  @Test
  void shouldExpireInOrderAndOnce() {
    List<Entry> entries = IntStream.range(0, 5).mapToObj(i -> new Entry()).toList();
    for (int i : new int[] {3, 0, 4, 1, 2}) {
      timers.set(entries.get(i), start + 10L * (i + 1));
    }
    assertThat(timers.next()).isEqualTo(start + 10);
    timers.expire(start + 30);
    assertThat(expired).containsExactlyElementsOf(entries.subList(0, 3));
    timers.expire(start + 30);
    assertThat(expired).hasSize(3);
    assertThat(timers.next()).isEqualTo(start + 40);
    timers.expire(start + 100);
    assertThat(expired).containsExactlyElementsOf(entries);
    assertThat(timers.next()).isEqualTo(Timers.NEVER);
  }

  @Test
  void shouldKeepTimersThatAreDueAtOneTimeApart() {
    List<Entry> entries = IntStream.range(0, 1_000).mapToObj(i -> new Entry()).toList();
    entries.forEach(entry -> timers.set(entry, start + 5));
    timers.expire(start + 5);
    assertThat(expired).containsExactlyElementsOf(entries);
  }

  @Test
  void shouldSayWhichTimerIsTheFirst() {
    Entry late = new Entry();
    assertThat(timers.set(late, start + 50)).isTrue();
    assertThat(timers.set(new Entry(), start + 60)).isFalse();
    assertThat(timers.set(new Entry(), start + 40)).isTrue();
    assertThat(timers.set(late, start + 30)).as("moved forward").isTrue();
  }

  /** Against a model: each entry knows when it is due. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldExpireEachTimerAtItsLastTimeOrNever(long seed) {
    Random random = new Random(seed);
    List<Entry> entries = IntStream.range(0, 20).mapToObj(i -> new Entry()).toList();
    long now = 0;
    for (int step = 0; step < 5_000; step++) {
      Entry entry = entries.get(random.nextInt(entries.size()));
      switch (random.nextInt(4)) {
        case 0 -> {
          timers.clear(entry);
          entry.due = -1;
        }
        case 1 -> {
          timers.remove(entry);
          entry.due = -1;
        }
        case 2 -> {
          now += random.nextInt(20);
          long past = now;
          List<Entry> dueNow = entries.stream().filter(e -> e.due >= 0 && e.due <= past).toList();
          expired.clear();
          timers.expire(start + now);
          assertThat(expired).as("step %d", step).containsExactlyInAnyOrderElementsOf(dueNow);
        }
        default -> {
          entry.due = now + 1 + random.nextInt(50);
          timers.set(entry, start + entry.due);
        }
      }
      long first = entries.stream().mapToLong(e -> e.due).filter(due -> due >= 0).min().orElse(-1);
      if (first >= 0) {
        assertThat(timers.next()).as("looks in time").isLessThanOrEqualTo(start + first);
      }
    }
  }
}
