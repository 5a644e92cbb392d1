package cal.bench.baseline;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Consumer;

/**
 * Connections that have the same time for something, in the order in which it ends. Confined to one
 * loop.
 */
final class Deadlines {
  private final long nanos;
  private final SequencedSet<LoopConnection> waiting = new LinkedHashSet<>();

  Deadlines(Duration time) {
    nanos = time.toNanos();
  }

  /** Gives a connection its time from now on; one that has it already keeps what is left. */
  void add(LoopConnection connection) {
    if (waiting.add(connection)) {
      connection.due = System.nanoTime() + nanos;
    }
  }

  void remove(LoopConnection connection) {
    waiting.remove(connection);
  }

  /** How long the first one still has, in nanoseconds, at most {@code most}. */
  long left(long most) {
    return waiting.isEmpty() ? most : Math.min(most, waiting.getFirst().due - System.nanoTime());
  }

  /** Takes out all whose time is over, and hands them on. */
  void expire(Consumer<LoopConnection> late) {
    if (waiting.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    while (!waiting.isEmpty() && waiting.getFirst().due - now <= 0) {
      late.accept(waiting.removeFirst());
    }
  }
}
