package cal.simulation.internal.schedule;

import cal.simulation.spi.Strategy;
import java.util.ArrayList;
import java.util.List;

/** The threads that can run, in the order of waiting. Not thread-safe. */
final class ReadyThreads {
  private final Strategy strategy;
  private final List<SimulatedThread> threads = new ArrayList<>();
  private int[] numbers = new int[16];

  ReadyThreads(Strategy strategy) {
    this.strategy = strategy;
  }

  /** Adds a thread, unless its machine has crashed. */
  void add(SimulatedThread thread) {
    if (!thread.isGone()) {
      threads.add(thread);
    }
  }

  void removeGone() {
    threads.removeIf(SimulatedThread::isGone);
  }

  boolean isEmpty() {
    return threads.isEmpty();
  }

  /** Takes the next thread, by the strategy. */
  SimulatedThread take() {
    int count = threads.size();
    if (count == 1) {
      return threads.removeFirst();
    }
    if (numbers.length < count) {
      numbers = new int[2 * count];
    }
    for (int i = 0; i < count; i++) {
      numbers[i] = threads.get(i).number;
    }
    return threads.remove(strategy.next(numbers, count));
  }
}
