package cal.sample.web.files;

import cal.sample.web.http.Output;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A version of a file under way to a client. For a single thread.
 *
 * @param version of the file
 * @param in the file
 */
record OpenFile(FileVersion version, FileInputStream in) implements AutoCloseable {
  private static final int CHUNK = 64 << 10;

  /** Bytes that leave after a last look at the file, after the transfer of all others. */
  private static final int LAST = 4 << 10;

  /**
   * Sends a part. The last bytes leave after another look at the file, so a client learns of an
   * overwritten version.
   *
   * @throws IOException if the file is short or overwritten, or the client is gone
   */
  void send(long offset, long length, Output out) throws IOException {
    FileChannel file = in.getChannel();
    boolean transfer = version.transfer && out.transfers();
    long first = transfer ? Math.max(0, length - LAST) : 0;
    if (first > 0 && out.transfer(file, offset, first) < first) {
      throw shrunk();
    }
    file.position(offset + first);
    byte[] chunk = new byte[(int) Math.min(CHUNK, length - first)];
    for (long left = length - first; left > 0; ) {
      int count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
      if (count < 0) {
        throw shrunk();
      }
      left -= count;
      if (left == 0 && version.isWrittenOver()) {
        throw new IOException("the file was written over while it was sent");
      }
      out.write(chunk, 0, count, false);
    }
  }

  private static IOException shrunk() {
    return new IOException("the file has shrunk while it was sent");
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
