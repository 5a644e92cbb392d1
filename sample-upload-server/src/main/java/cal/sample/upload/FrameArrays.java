package cal.sample.upload;

/**
 * Arrays for frames too large for a connection's own buffer: a connection takes an array for a
 * frame and gives the array back, so idle connections hold none. The array given back last is taken
 * first, still in the processor's cache.
 *
 * <p>Not thread-safe by itself: {@link #take} and {@link #give} are its critical regions, guarded
 * by the object. (CAL paper, section 3.1, rule 3.)
 */
public class FrameArrays {

  /** Longer arrays, in bytes, are rare, and not kept. */
  private static final int LONGEST_KEPT = 128 << 10;

  /** About as many as in use at once, where frames are stored in turn. */
  private static final int MOST_KEPT = 64;

  private final byte[][] kept = new byte[MOST_KEPT][];
  private int count;

  /** Begins without arrays. */
  public FrameArrays() {}

  /**
   * Lends an array.
   *
   * @param length the least number of bytes
   * @return the array, with any content
   */
  public byte[] take(int length) {
    if (count > 0 && kept[count - 1].length >= length) {
      byte[] last = kept[--count];
      kept[count] = null;
      return last;
    }
    return new byte[length];
  }

  /**
   * Takes an array back, or lets it go.
   *
   * @param array lent by {@link #take}, no longer used by the borrower
   */
  public void give(byte[] array) {
    if (count < MOST_KEPT && array.length <= LONGEST_KEPT) {
      kept[count++] = array;
    }
  }
}
