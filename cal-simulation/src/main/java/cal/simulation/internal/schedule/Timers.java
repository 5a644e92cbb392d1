package cal.simulation.internal.schedule;

import java.util.PriorityQueue;

/** The timers of a run, by virtual time, then by age. Not thread-safe. */
final class Timers {
  private final PriorityQueue<Timer> queue = new PriorityQueue<>();
  private long count;
  private int cancelled;

  Timer add(long at, Runnable command, Machine machine) {
    Timer timer = new Timer(this, at, count++, command, machine);
    queue.add(timer);
    return timer;
  }

  /** A cancelled timer stays until half of all are. */
  void cancelled() {
    cancelled++;
    if (cancelled > 64 && cancelled > queue.size() / 2) {
      queue.removeIf(Timer::isDone);
      cancelled = 0;
    }
  }

  /** Returns the next timer that is not cancelled, without its removal; null if there is none. */
  Timer peek() {
    while (!queue.isEmpty() && queue.peek().isDone()) {
      queue.remove();
      cancelled = Math.max(0, cancelled - 1);
    }
    return queue.peek();
  }

  void remove() {
    queue.remove();
  }
}
