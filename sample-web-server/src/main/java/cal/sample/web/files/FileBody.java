package cal.sample.web.files;

import cal.sample.web.http.Body;
import cal.sample.web.http.Output;
import java.io.FileInputStream;
import java.io.IOException;

/**
 * A file, or a part of one. Never more is sent than the head says, whatever the file has by then.
 *
 * @param version of the file
 * @param offset where the part begins
 * @param length of the part
 * @param transfer whether the rest of the file is sent without a copy here: a file that grows then
 *     exceeds its head
 */
record FileBody(FileVersion version, long offset, long length, boolean transfer) implements Body {
  private static final int CHUNK = 64 << 10;

  @Override
  public Opened open(boolean grown) throws IOException {
    return new OpenedFile(version.open(grown), this);
  }

  private record OpenedFile(FileInputStream in, FileBody body) implements Opened {
    @Override
    public void send(Output out) throws IOException {
      if (body.transfer) {
        in.getChannel().position(body.offset);
        out.transfer(in, body.length);
      } else {
        copy(in, body.offset, body.length, out);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /**
   * Sends a part of a file.
   *
   * @throws IOException if the file ends before, or the client is gone
   */
  static void copy(FileInputStream in, long offset, long length, Output out) throws IOException {
    in.getChannel().position(offset);
    byte[] chunk = new byte[(int) Math.min(CHUNK, length)];
    for (long left = length; left > 0; ) {
      int count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
      if (count < 0) {
        throw new IOException("the file has shrunk while it was sent");
      }
      out.write(chunk, 0, count, false);
      left -= count;
    }
  }
}
