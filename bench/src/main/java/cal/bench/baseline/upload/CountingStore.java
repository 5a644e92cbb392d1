package cal.bench.baseline.upload;

import cal.sample.upload.Store;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * The sample's memory store with the lock written by hand: the checksum outside, the three totals
 * inside. Thread-safe.
 */
public final class CountingStore implements Store {
  /** The time of a frame, as of a long handler in the ACE study; 0 for none. */
  private final long waitNanos;

  private long frames;
  private long bytes;
  private long checksums;

  public CountingStore() {
    this(0);
  }

  public CountingStore(long waitNanos) {
    this.waitNanos = waitNanos;
  }

  @Override
  public int store(byte[] payload, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(payload, offset, length);
    return count(length, (int) crc.getValue());
  }

  /** Stores the rest of a buffer, and empties the buffer. */
  public int store(ByteBuffer payload) {
    int length = payload.remaining();
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return count(length, (int) crc.getValue());
  }

  private int count(int length, int checksum) {
    if (waitNanos > 0) {
      LockSupport.parkNanos(this, waitNanos);
    }
    return add(length, checksum);
  }

  private synchronized int add(int length, int checksum) {
    frames++;
    bytes += length;
    checksums += Integer.toUnsignedLong(checksum);
    return checksum;
  }

  @Override
  public synchronized String toString() {
    return "frames=" + frames + " bytes=" + bytes + " checksums=" + checksums;
  }

  @Override
  public void close() {}
}
