package cal.reactive.internal.loop;

/** Counts the connections accepted by an activity in a turn. For a loop's thread. */
public final class AcceptBatch {
  /** The most in a turn. */
  private static final int MOST = 16;

  private int accepted;

  /** The last step accepted a connection. */
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
   * Whether the step just ended accepted a connection, and may be followed by another step in the
   * same turn. With others first after each step, each newcomer would wait for everybody's turn.
   */
  public boolean mayAcceptMore() {
    boolean may = newcomer && ++accepted < MOST;
    newcomer = false;
    return may;
  }
}
