package cal.reactive.internal.buffer;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of read-ahead bytes kept by the connections of all loops: counted, and bounded, since
 * peers decide about the bytes to read.
 *
 * <p>Thread-safe. A loop sets bytes aside before the read, and may have to keep as many.
 */
public class KeptBytes {
  /**
   * No connection gets more than this part of the free bytes: some are left for a late connection.
   */
  private static final int SHARES = 8;

  /** Bytes kept, and bytes set aside. */
  private final AtomicLong taken = new AtomicLong();

  private final AtomicLong kept = new AtomicLong();
  private final long limit;

  public KeptBytes(long limit) {
    this.limit = limit;
  }

  /**
   * Sets bytes aside for a read.
   *
   * @return bytes, as many as wanted or fewer
   */
  public final int setAside(int wanted) {
    while (true) {
      long before = taken.get();
      int got = (int) Math.min(wanted, (limit - before) / SHARES);
      if (got == 0 || taken.compareAndSet(before, before + got)) {
        return got;
      }
    }
  }

  /** Bytes set aside are not needed. */
  final void giveBack(int length) {
    taken.addAndGet(-length);
  }

  /**
   * Makes an array for bytes to be kept, among the bytes set aside.
   *
   * @throws OutOfMemoryError if there is no room in the heap
   */
  protected byte[] array(int length) {
    byte[] array = new byte[length];
    kept.addAndGet(length);
    return array;
  }

  /** Bytes are no longer kept. */
  final void gaveUp(int length) {
    kept.addAndGet(-length);
    taken.addAndGet(-length);
  }

  public final long bytes() {
    return kept.get();
  }

  public final long limit() {
    return limit;
  }
}
