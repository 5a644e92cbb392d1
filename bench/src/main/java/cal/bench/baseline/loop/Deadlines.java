package cal.bench.baseline.loop;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Consumer;

/** Connections with a common time limit, in the order of their deadlines. Confined to a loop. */
final class Deadlines {
  private final long nanos;
  private final SequencedSet<LoopConnection> waiting = new LinkedHashSet<>();

  Deadlines(Duration time) {
    nanos = time.toNanos();
  }

  /** Gives a connection a deadline from now on; an earlier deadline is kept. */
  void add(LoopConnection connection) {
    if (waiting.add(connection)) {
      connection.due = System.nanoTime() + nanos;
    }
  }

  void remove(LoopConnection connection) {
    waiting.remove(connection);
  }

  /** The remaining time of the first connection, in nanoseconds, at most {@code most}. */
  long left(long most) {
    return waiting.isEmpty() ? most : Math.min(most, waiting.getFirst().due - System.nanoTime());
  }

  /** Takes out all connections past their deadline, and hands these on. */
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
