package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TurnRingTest {
  private static List<Runnable> all(Queue<Runnable> turns) {
    List<Runnable> all = new ArrayList<>();
    for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
      all.add(turn);
    }
    return all;
  }

  private static Runnable turn() {
    return new Thread(); // each is another
  }

  @Test
  void shouldBeAQueueAsItGrows() {
    TurnRing ring = new TurnRing();
    Queue<Runnable> queue = new ArrayDeque<>();
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      if (random.nextInt(5) < 3) {
        Runnable turn = turn();
        ring.add(turn);
        queue.add(turn);
      } else {
        assertThat(ring.poll()).isSameAs(queue.poll());
      }
      assertThat(ring.peek()).isSameAs(queue.peek());
      assertThat(ring.isEmpty()).isEqualTo(queue.isEmpty());
    }
    assertThat(all(ring)).hasSizeGreaterThan(1_000).isEqualTo(all(queue));
  }

  @Test
  void shouldLoseNothingWhereThereIsNoMemoryToGrow() {
    OutOfMemoryError none = new OutOfMemoryError("made by a test");
    boolean[] refused = {false};
    TurnRing ring =
        new TurnRing(
            size -> {
              if (refused[0]) {
                throw none;
              }
              return new Runnable[size];
            });
    List<Runnable> added = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      added.add(turn());
      ring.add(added.getLast());
    }
    refused[0] = true;
    assertThatThrownBy(() -> ring.add(turn())).isSameAs(none);
    assertThat(ring.size()).isEqualTo(added.size());

    refused[0] = false;
    added.add(turn());
    ring.add(added.getLast());

    assertThat(all(ring)).isEqualTo(added);
  }
}
