package cal.weave.support;

/**
 * A mistake in a binding, a class or a file, which excludes weaving, recording or checking. The
 * message is a single sentence: the rule broken, the place, the remedy.
 */
public final class WeaveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports a mistake.
   *
   * @param message a sentence with the remedy
   */
  public WeaveException(String message) {
    super(message);
  }

  /**
   * Reports a mistake and its cause.
   *
   * @param message one sentence with the remedy
   * @param cause the failure
   */
  public WeaveException(String message, Throwable cause) {
    super(message, cause);
  }
}
