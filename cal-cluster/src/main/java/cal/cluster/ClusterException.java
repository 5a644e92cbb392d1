package cal.cluster;

/**
 * A call that was handed off to the cluster has no answer: its member was lost, its time is over,
 * no member runs, or something of it cannot travel. Immutable.
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
   * @return false where it certainly was not, so that it can be made again
   */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }
}
