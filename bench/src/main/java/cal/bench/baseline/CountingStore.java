package cal.bench.baseline;

import cal.sample.upload.Store;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What the sample's memory store becomes where the lock is written by hand: the checksum outside,
 * the three totals inside. Thread-safe if it is shared.
 */
final class CountingStore implements Store {
  private final boolean shared;
  private long frames;
  private long bytes;
  private long checksums;

  /** Where only one thread stores, it needs no lock and is not {@code shared}. */
  CountingStore(boolean shared) {
    this.shared = shared;
  }

  @Override
  public int store(byte[] payload, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(payload, offset, length);
    return count(length, crc);
  }

  /** Stores what remains of a buffer, and takes it as read. */
  int store(ByteBuffer payload) {
    int length = payload.remaining();
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return count(length, crc);
  }

  private int count(int length, CRC32C crc) {
    int checksum = (int) crc.getValue();
    if (shared) {
      synchronized (this) {
        add(length, checksum);
      }
    } else {
      add(length, checksum);
    }
    return checksum;
  }

  private void add(int length, int checksum) {
    frames++;
    bytes += length;
    checksums += Integer.toUnsignedLong(checksum);
  }

  @Override
  public synchronized String toString() {
    return "frames=" + frames + " bytes=" + bytes + " checksums=" + checksums;
  }

  @Override
  public void close() {}
}
