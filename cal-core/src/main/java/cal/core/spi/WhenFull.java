package cal.core.spi;

/** The treatment of an activity that finds its stage full: the setting {@code cal.when-full}. */
public enum WhenFull {
  /**
   * Its caller waits for a place; refused instead where the caller works for the full stage. Two
   * full stages that spawn into each other can wait for ever: give one of them another policy.
   */
  BLOCK,
  /** It is refused: its target is closed, a hand-off throws. */
  REJECT,
  /**
   * Its caller runs it, to its end. A caller on an event loop waits for a place instead: what the
   * stage does must not keep the loop. Only where that would be to wait for itself, it runs it.
   */
  CALLER_RUNS
}
