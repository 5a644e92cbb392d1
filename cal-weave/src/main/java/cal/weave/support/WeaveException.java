package cal.weave.support;

/**
 * A binding, a class or a file that cannot be woven, recorded or checked. Its message is one
 * sentence: the rule broken, the place, the remedy.
 */
public final class WeaveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports a mistake.
   *
   * @param message one sentence with the remedy
   */
  public WeaveException(String message) {
    super(message);
  }

  /**
   * Reports a mistake and the failure that revealed it.
   *
   * @param message one sentence with the remedy
   * @param cause the failure
   */
  public WeaveException(String message, Throwable cause) {
    super(message, cause);
  }
}
