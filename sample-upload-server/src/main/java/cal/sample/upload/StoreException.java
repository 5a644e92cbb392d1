package cal.sample.upload;

/**
 * A store could not be opened, or a frame not be committed; the message names the store and the
 * reason. Immutable, hence thread-safe.
 */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Reports a failure.
   *
   * @param message the store, the failed operation, and the remedy if any
   * @param cause the exception of the database, or null
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
