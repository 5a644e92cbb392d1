package cal.sample.web.http;

/**
 * How many bytes the contents of all requests take that are being answered. A binding makes its
 * methods critical regions; else for one thread.
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

  /** Gives back what was taken. */
  void giveBack(long bytes) {
    held -= bytes;
  }
}
