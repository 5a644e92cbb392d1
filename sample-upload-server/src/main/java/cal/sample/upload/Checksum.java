package cal.sample.upload;

import java.util.zip.CRC32C;

/** The checksum in the acknowledgement of a frame. Stateless, hence thread-safe. */
final class Checksum {

  private Checksum() {}

  /** Returns the CRC-32C (RFC 3720, appendix B.4) of {@code length} bytes from {@code offset}. */
  static int of(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
