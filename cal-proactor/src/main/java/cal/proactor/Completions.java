package cal.proactor;

/**
 * Takes the ends of a device's operations: a single end for each, told within {@link
 * AioDevice#start}, {@link AioDevice#cancel} or {@link AioDevice#await}, or after the close for an
 * operation that {@linkplain AioDevice#outlives outlives} the device.
 */
public interface Completions {
  /**
   * An operation has moved bytes, or has ended without a move.
   *
   * @param operation the operation
   * @param count bytes moved, -1 at the end of a stream or file, 0 for operations without a move
   */
  void completed(AioOperation operation, long count);

  /**
   * A connection was accepted.
   *
   * @param operation the operation
   * @param connection the connection, open
   */
  void accepted(AioOperation operation, AioHandle connection);

  /**
   * An operation failed.
   *
   * @param operation the operation
   * @param failure why
   */
  void failed(AioOperation operation, Throwable failure);

  /**
   * An operation was cancelled, and has moved nothing.
   *
   * @param operation the operation
   */
  void cancelled(AioOperation operation);
}
