package cal.core.spi;

/** The treatment of an activity at a full stage: the setting {@code cal.when-full}. */
public enum WhenFull {
  /**
   * The caller waits for a place; a caller that works for the full stage is refused instead. Two
   * full stages that spawn into each other can wait for ever: give either another policy.
   */
  BLOCK,
  /** The activity is refused: its target is closed, a hand-off throws. */
  REJECT,
  /**
   * The caller runs the activity, to the end. A caller on an event loop waits for a place instead,
   * since the stage's work must not keep the loop; only a caller that would wait for itself runs
   * the activity.
   */
  CALLER_RUNS
}
