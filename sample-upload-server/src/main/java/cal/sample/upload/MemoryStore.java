package cal.sample.upload;

/**
 * Keeps no payload: counts frames and bytes and folds the checksums.
 *
 * <p>Not thread-safe by itself: {@link #count(int, int)} and {@link #totals()} are its critical
 * regions, guarded by the store, for callers that let several threads in. (CAL paper, section 4.3.)
 */
public final class MemoryStore implements Store {

  private long frames;
  private long bytes;
  private long checksums;

  /** Makes an empty store. */
  public MemoryStore() {}

  /**
   * The frames so far.
   *
   * @param frames how many frames
   * @param bytes how many bytes of payload
   * @param checksums the sum of the frames' checksums, each taken as unsigned: the same whatever
   *     their order
   */
  public record Totals(long frames, long bytes, long checksums) {}

  @Override
  public int store(byte[] payload, int offset, int length) {
    int crc = Checksum.of(payload, offset, length);
    count(length, crc);
    return crc;
  }

  /** Adds a frame of {@code length} bytes: the only place where the store's state changes. */
  void count(int length, int crc) {
    frames++;
    bytes += length;
    checksums += Integer.toUnsignedLong(crc);
  }

  /** Returns the three totals, as of a single moment. */
  public Totals totals() {
    return new Totals(frames, bytes, checksums);
  }

  @Override
  public void close() {}
}
