package cal.simulation.internal.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last switches from thread to thread, each with both stacks. Stacks are dear: a run takes them
 * from a given step on, for a first run has told the number of steps. Not thread-safe.
 */
final class Switches {
  private static final int KEPT = 8;

  private final long from;
  private final Deque<String> last = new ArrayDeque<>();
  private SimulatedThread stopped;
  private List<String> stoppedAt = List.of();

  /**
   * Switches.
   *
   * @param from the first step with stacks
   */
  Switches(long from) {
    this.from = from;
  }

  /** Whether the stacks of a step are taken. */
  boolean takes(long step) {
    return step >= from;
  }

  /** Before a thread goes on. */
  void before(long now, SimulatedThread next, List<String> goesOnAt) {
    if (stopped == next) {
      return;
    }
    String text =
        "  at %.3f ms %s%n    stopped at %s%n   then %s%n    goes on at %s"
            .formatted(
                now / 1e6,
                stopped == null ? "no thread" : stopped,
                text(stoppedAt),
                next,
                text(goesOnAt));
    last.addLast(text);
    if (last.size() > KEPT) {
      last.removeFirst();
    }
  }

  /** After a thread stopped. */
  void after(SimulatedThread thread, List<String> at) {
    stopped = thread;
    stoppedAt = at;
  }

  private static String text(List<String> stack) {
    return stack.isEmpty() ? "its begin or end" : String.join("\n        in ", stack);
  }

  @Override
  public String toString() {
    return String.join("\n", last);
  }
}
