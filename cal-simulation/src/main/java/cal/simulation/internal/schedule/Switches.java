package cal.simulation.internal.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last switches from thread to thread, each with both stacks, and the preemptions if they are
 * few. Stacks are dear: a run takes them from a given step on, for a first run has told the number
 * of steps. Not thread-safe.
 */
final class Switches {
  private static final int KEPT = 8;

  private static final int FEW = 12;

  private final long from;
  private final boolean placed;
  private final Deque<String> last = new ArrayDeque<>();
  private final List<String> places = new ArrayList<>();
  private int preemptions;
  private SimulatedThread stopped;
  private List<String> stoppedAt = List.of();

  /** Switches without stacks, of a first run. */
  Switches() {
    this(Long.MAX_VALUE, false);
  }

  private Switches(long from, boolean placed) {
    this.from = from;
    this.placed = placed;
  }

  /**
   * Returns those of another run of the same seed.
   *
   * @param first the first step with stacks
   */
  Switches again(long first) {
    return new Switches(first, preemptions <= FEW);
  }

  /** The running thread is preempted here. */
  void preempted(long now, SimulatedThread thread, long nanos) {
    preemptions++;
    if (placed) {
      places.add(
          "  at %.3f ms %s stands still for %.3f ms%n    at %s"
              .formatted(
                  now / 1e6,
                  thread,
                  nanos / 1e6,
                  text(Stacks.of(new Throwable().getStackTrace()))));
    }
  }

  /** Before a thread goes on. */
  void before(long step, long now, SimulatedThread next, Looks looks) {
    if (step < from || stopped == next) {
      return;
    }
    String text =
        "  at %.3f ms %s%n    stopped at %s%n   then %s%n    goes on at %s"
            .formatted(
                now / 1e6,
                stopped == null ? "no thread" : stopped,
                text(stoppedAt),
                next,
                text(looks.stack(next)));
    last.addLast(text);
    if (last.size() > KEPT) {
      last.removeFirst();
    }
  }

  /** After a thread stopped. */
  void after(long step, SimulatedThread thread, Looks looks) {
    if (step >= from) {
      stopped = thread;
      stoppedAt = looks.stack(thread);
    }
  }

  private static String text(List<String> stack) {
    return stack.isEmpty() ? "its begin or end" : String.join("\n        in ", stack);
  }

  @Override
  public String toString() {
    return (places.isEmpty() ? "" : "preempted:\n" + String.join("\n", places) + "\n")
        + "the last switches:\n"
        + String.join("\n", last);
  }
}
