package cal.sample.web.http;

/**
 * The number of bytes in the contents of all requests under way. A binding makes the methods
 * critical regions; else for a single thread.
 */
public final class Contents {
  private final long most;
  private long held;

  /**
   * Begins with none.
   *
   * @param most bytes of all contents together
   */
  public Contents(long most) {
    this.most = most;
  }

  /** Takes bytes; false where there are not so many left. */
  boolean take(long bytes) {
    boolean enough = bytes <= most - held;
    held += enough ? bytes : 0;
    return enough;
  }

  /** Gives taken bytes back. */
  void giveBack(long bytes) {
    held -= bytes;
  }
}
