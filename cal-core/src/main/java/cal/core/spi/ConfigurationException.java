package cal.core.spi;

/**
 * A setting, a binding or a class path that stops CAL. The message is a sentence: the broken rule,
 * {@code name=value}, the source, the remedy.
 */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports a mistake.
   *
   * @param message a sentence with the remedy
   */
  public ConfigurationException(String message) {
    super(message);
  }

  /**
   * Reports a mistake with its cause.
   *
   * @param message a sentence with the remedy
   * @param cause of the report
   */
  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
