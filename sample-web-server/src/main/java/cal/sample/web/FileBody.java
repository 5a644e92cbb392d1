package cal.sample.web;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A file, or a part of one.
 *
 * @param file where it is
 * @param size of the file, in bytes
 * @param offset where the part begins
 * @param length of the part
 * @param transfer whether the rest of the file is sent without a copy here
 */
record FileBody(Path file, long size, long offset, long length, boolean transfer) implements Body {
  private static final int CHUNK = 64 << 10;

  @Override
  public Opened open() throws IOException {
    FileInputStream in = new FileInputStream(file.toFile());
    try {
      if (in.getChannel().size() != size) {
        throw new IOException(file + " has changed while it was asked for");
      }
      in.getChannel().position(offset);
    } catch (IOException failure) {
      in.close();
      throw failure;
    }
    return new OpenedFile(in, transfer, length);
  }

  private record OpenedFile(FileInputStream in, boolean transfer, long length) implements Opened {
    @Override
    public void send(Output out) throws IOException {
      OutputStream stream = out.stream();
      long sent = transfer ? in.transferTo(stream) : copy(stream);
      if (sent != length) {
        throw new IOException("the file has changed while it was sent");
      }
    }

    private long copy(OutputStream out) throws IOException {
      byte[] chunk = new byte[(int) Math.min(CHUNK, length)];
      long sent = 0;
      while (sent < length) {
        int count = in.read(chunk, 0, (int) Math.min(chunk.length, length - sent));
        if (count < 0) {
          return sent;
        }
        out.write(chunk, 0, count);
        sent += count;
      }
      return sent;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
