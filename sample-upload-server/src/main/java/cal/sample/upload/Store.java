package cal.sample.upload;

/**
 * Where uploaded frames go.
 *
 * <p>Each implementation says whether it may be used by many threads. (CAL paper, section 1.)
 */
public interface Store extends AutoCloseable {

  /**
   * Stores one frame and returns after it was committed: what is acknowledged is never lost.
   *
   * <p>The array stays the caller's: the store reads it until it returns, and neither changes nor
   * keeps it, for the next frame is read into the same array.
   *
   * @param bytes holds the payload
   * @param offset where the payload begins in {@code bytes}
   * @param length bytes of payload, 0 to {@link UploadConnection#MAX_LENGTH}
   * @return the CRC-32C of the payload (RFC 3720, appendix B.4)
   * @throws StoreException if the frame was not committed
   */
  int store(byte[] bytes, int offset, int length);

  /** Frees what the store holds; not needed for the durability of what it has committed. */
  @Override
  void close();
}
