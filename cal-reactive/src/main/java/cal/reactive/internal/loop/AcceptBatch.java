package cal.reactive.internal.loop;

/** Counts the connections that an activity accepts in one turn. For a loop's thread. */
public final class AcceptBatch {
  /** In one turn at most. */
  private static final int MOST = 16;

  private int accepted;

  /** The last step accepted one. */
  private boolean newcomer;

  /** A turn begins. */
  void begin() {
    accepted = 0;
    newcomer = false;
  }

  /** Called where a connection was accepted in the present turn. */
  public void accepted() {
    newcomer = true;
  }

  /**
   * Whether the step that has just ended accepted a connection, and may be followed by another in
   * the same turn. Were the others let go first after each, newcomers would wait for a turn of
   * everybody each.
   */
  public boolean mayAcceptMore() {
    boolean may = newcomer && ++accepted < MOST;
    newcomer = false;
    return may;
  }
}
