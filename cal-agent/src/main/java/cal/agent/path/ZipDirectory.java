package cal.agent.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * The central directory of a zip file: the name, size and CRC-32 of every entry, at its end
 * (APPNOTE.TXT, 4.3). Stateless.
 */
public final class ZipDirectory {
  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int MOST_COMMENT = 0xffff;

  /** Before the end, where there is more than 32 bits can tell: the end of Zip64, its locator. */
  private static final int END64 = 0x06064b50;

  private static final int END64_BYTES = 56 + 20;

  private ZipDirectory() {}

  /**
   * One sum over the directory: of two files of one size and time, one of which has another
   * content, those differ. Of a file whose directory is not found, the whole is summed up.
   */
  public static long sum(Path zip) throws IOException {
    try (FileChannel file = FileChannel.open(zip, StandardOpenOption.READ)) {
      long size = file.size();
      int last = (int) Math.min(size, END64_BYTES + END_BYTES + MOST_COMMENT);
      return sum(file, begin(read(file, size - last, last), size - last));
    }
  }

  /** Where the directory begins: a length before the record of its end, whatever is in front. */
  private static long begin(ByteBuffer tail, long from) {
    for (int at = tail.limit() - END_BYTES; at >= 0; at--) {
      if (tail.getInt(at) != END
          || Short.toUnsignedInt(tail.getShort(at + 20)) != tail.limit() - at - END_BYTES) {
        continue;
      }
      int at64 = at - END64_BYTES;
      long begin =
          at64 >= 0 && tail.getInt(at64) == END64
              ? from + at64 - tail.getLong(at64 + 40)
              : from + at - Integer.toUnsignedLong(tail.getInt(at + 12));
      return Math.clamp(begin, 0, from + at);
    }
    return 0;
  }

  private static long sum(FileChannel file, long from) throws IOException {
    CRC32 sum = new CRC32();
    long size = file.size();
    for (long at = from; at < size; ) {
      ByteBuffer part = read(file, at, (int) Math.min(size - at, 1 << 20));
      at += part.limit();
      sum.update(part);
    }
    return sum.getValue();
  }

  private static ByteBuffer read(FileChannel file, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, from + bytes.position()) < 0) {
        throw new IOException("cut off while it was read");
      }
    }
    return bytes.flip();
  }
}
