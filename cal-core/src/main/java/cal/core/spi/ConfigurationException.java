package cal.core.spi;

/**
 * A setting, a binding or a class path that CAL cannot run with. Its message is one sentence: the
 * rule broken, {@code name=value}, where it comes from, the remedy.
 */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports what is wrong.
   *
   * @param message one sentence with the remedy
   */
  public ConfigurationException(String message) {
    super(message);
  }

  /**
   * Reports what is wrong and what revealed it.
   *
   * @param message one sentence with the remedy
   * @param cause what revealed it
   */
  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
