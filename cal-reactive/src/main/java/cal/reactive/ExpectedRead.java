package cal.reactive;

import java.io.InputStream;

/**
 * The step that was to begin with a read from an input, until there is one. For the worker that
 * runs that step.
 */
abstract class ExpectedRead extends InputStream {
  private LoopStep step;

  /** Since when the next read waits, while no thread does; null where it has no limit. */
  private LeftWait wait;

  /** Notes the step. */
  final void expectedBy(LoopStep next) {
    step = next;
    wait = null;
  }

  /** Whether that step has not read yet. */
  final boolean isExpectedBy(LoopStep other) {
    return step == other;
  }

  /** Notes a read; the wait that it takes over, or null. */
  final LeftWait beginRead() {
    LoopThread here = LoopThread.current();
    if (here != null) {
      here.firstInput().reads(this);
    }
    LoopStep expected = step;
    if (expected == null || expected.isLeft()) {
      return null; // not the first one of that step, or not by it
    }
    step = null;
    return wait;
  }

  /**
   * Begins the wait of a step that is left.
   *
   * @param graceMillis after which the step is called in any case; 0 for never
   * @return when it is to be called at the latest, by {@link System#nanoTime}; 0 for never
   */
  final long waitFrom(Connection connection, long graceMillis) {
    long deadline = connection.deadline();
    long idle = connection.sockets.limits().idleTimeoutMillis();
    if (deadline == 0 && idle > 0) {
      deadline = Deadline.in(idle);
    }
    long grace = graceMillis == 0 ? deadline : Deadline.in(graceMillis);
    long first = deadline == 0 || grace - deadline < 0 ? grace : deadline;
    wait = first == 0 ? null : new LeftWait(System.nanoTime(), connection.output().sent());
    return first;
  }
}
