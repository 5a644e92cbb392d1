package cal.reactive.internal.loop;

import java.io.InputStream;

/**
 * Watches that a step begins with the input named by its binding, for the length of a turn. For a
 * loop's thread, and its mounted worker.
 */
public final class FirstInput {
  /** The running step, until it has read the input; or null. */
  private StepTurn step;

  /** Notes the step of this turn, if its first input is known; or null. */
  public void of(StepTurn begun) {
    step = begun;
  }

  /** Called before a read. */
  public void reads(InputStream input) {
    StepTurn begun = step;
    if (begun != null) {
      step = null;
      if (begun.awaited() != input) {
        begun.mistaken("read another one first");
      }
    }
  }

  /** Called before a write. */
  public void writes() {
    StepTurn begun = step;
    if (begun != null) {
      step = null;
      begun.mistaken("wrote before it read");
    }
  }
}
