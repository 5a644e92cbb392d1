package cal.weave.verify.model;

/**
 * A move of an activity.
 *
 * @param kind the condition, and the effect on others
 * @param resource the number of its guard or stage
 * @param to the next position, or {@link #END}
 * @param born the position of a spawned activity, or {@link #NONE}
 * @param again whether a further step begins
 */
public record Move(Kind kind, int resource, int to, int born, boolean again) {
  public static final int END = -1;
  public static final int NONE = -1;

  /** The same between kinds of positions. */
  Move by(int[] kinds) {
    return new Move(kind, resource, by(kinds, to), by(kinds, born), again);
  }

  private static int by(int[] kinds, int position) {
    return position < 0 ? position : kinds[position];
  }

  /** The condition of a move, and its effect. */
  public enum Kind {
    /** The guard is free. */
    ENTER,
    /** The guard is free, or others are inside that read, and none waits to write. */
    ENTER_SHARED,
    /** A worker of the stage is free. */
    WORK,
    /** A place of the stage is free. */
    PLACE,
    /** No place of the stage is free: by its full-policy. */
    FULL,
    /** Somebody may signal the guard. */
    WAIT,
    /** The condition holds, since nobody may signal the guard. */
    GO_ON,
    /** A newcomer can come to signal the guard, or nobody is left who could. */
    SIGNALLED,
    NOTIFY,
    NOTIFY_ALL,
    /** Always: a deadline ends the wait. */
    LATE
  }
}
