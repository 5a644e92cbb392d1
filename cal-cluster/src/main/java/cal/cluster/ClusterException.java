package cal.cluster;

/**
 * A call handed off to the cluster has no answer: the member was lost, the time is over, no member
 * runs, or an object cannot travel. Immutable.
 */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whether the call may have been made, wholly or in part, although there is no answer. */
  private final boolean mayHaveRun;

  ClusterException(boolean mayHaveRun, String message, Throwable cause) {
    super(message, cause);
    this.mayHaveRun = mayHaveRun;
  }

  /**
   * Whether the call may have been made, wholly or in part, although there is no answer.
   *
   * @return false where the call certainly was not made, and can be made again
   */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }
}
