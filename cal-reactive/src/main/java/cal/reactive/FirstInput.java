package cal.reactive;

/**
 * Watches that a step begins with the input that its binding named, for the length of a turn. For a
 * loop's thread, and the worker that it carries.
 */
final class FirstInput {
  /** The step that runs now, until it has read that input; or null. */
  private LoopStep step;

  /** Notes the step that begins in this turn, if its first input is known; or null. */
  void of(LoopStep begun) {
    step = begun;
  }

  /** Called before a read. */
  void reads(ExpectedRead input) {
    LoopStep begun = step;
    if (begun != null) {
      step = null;
      if (begun.awaited() != input) {
        begun.mistaken("read another one first");
      }
    }
  }

  /** Called before a write. */
  void writes() {
    LoopStep begun = step;
    if (begun != null) {
      step = null;
      begun.mistaken("wrote before it read");
    }
  }
}
