package cal.simulation.internal.jdk;

/** This JDK is not the known one; the message names it. */
public final class UnknownJdk extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /**
   * An exception.
   *
   * @param difference found in this JDK
   */
  public UnknownJdk(String difference, Throwable cause) {
    super(
        "the simulation does not know this JDK, %s: %s; run JDK 25"
            .formatted(Runtime.version(), difference),
        cause);
  }
}
