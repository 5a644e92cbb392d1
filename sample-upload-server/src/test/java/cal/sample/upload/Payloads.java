package cal.sample.upload;

import java.util.Random;
import java.util.zip.CRC32C;

/** Payloads that differ, and their checksums. */
final class Payloads {

  private Payloads() {}

  static byte[] random(int length) {
    byte[] payload = new byte[length];
    new Random(length).nextBytes(payload);
    return payload;
  }

  static int crc(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }
}
