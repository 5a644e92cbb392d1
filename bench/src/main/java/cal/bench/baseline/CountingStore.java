package cal.bench.baseline;

import cal.sample.upload.Store;
import java.util.zip.CRC32C;

/**
 * What the sample's memory store becomes where many threads use it and the lock is written by hand:
 * the checksum outside, the three totals inside. Thread-safe.
 */
final class CountingStore implements Store {
  private long frames;
  private long bytes;
  private long checksums;

  @Override
  public int store(byte[] payload, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(payload, offset, length);
    int checksum = (int) crc.getValue();
    count(length, checksum);
    return checksum;
  }

  private synchronized void count(int length, int checksum) {
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
