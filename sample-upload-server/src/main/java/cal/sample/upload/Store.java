package cal.sample.upload;

/**
 * The place of uploaded frames.
 *
 * <p>Each implementation says whether many threads may use the store. (CAL paper, section 1.)
 */
public interface Store extends AutoCloseable {

  /**
   * Stores a frame and returns after the commit: an acknowledged frame is never lost.
   *
   * <p>The array stays the caller's: the store reads the array until the return, and neither
   * changes nor keeps the array, for the next frame is read into the same array.
   *
   * @param bytes with the payload
   * @param offset where the payload begins in {@code bytes}
   * @param length bytes of payload, 0 to {@link UploadConnection#MAX_LENGTH}
   * @return the CRC-32C of the payload (RFC 3720, appendix B.4)
   * @throws StoreException if the frame was not committed
   */
  int store(byte[] bytes, int offset, int length);

  /** Frees the resources of the store; not needed for the durability of committed frames. */
  @Override
  void close();
}
