package cal.sample.web.files;

import cal.sample.web.http.Body;
import cal.sample.web.http.Output;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file, or a part of a file. Never more is sent than told by the head, whatever the file has by
 * then.
 */
record FileBody(Resource resource, long offset, long length) implements Body {
  private static final int CHUNK = 64 << 10;

  @Override
  public Opened open(boolean asIs) throws IOException {
    resource.doubt();
    FileInputStream in = new FileInputStream(resource.file.toFile());
    try {
      if (asIs || resource.isFresh()) {
        return new OpenFile(this, in);
      }
      throw new IOException(resource.file + " has changed");
    } catch (IOException | RuntimeException | Error failure) {
      in.close();
      throw failure;
    }
  }

  private record OpenFile(FileBody body, FileInputStream in) implements Opened {
    @Override
    public void send(Output out) throws IOException {
      if (body.resource.transfer && out.transfers()) {
        Path name = body.resource.file;
        requireAll(out.transfer(name, in.getChannel(), body.offset, body.length) == body.length);
        return;
      }
      in.getChannel().position(body.offset);
      byte[] chunk = new byte[(int) Math.min(CHUNK, body.length)];
      for (long left = body.length; left > 0; ) {
        int count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
        requireAll(count >= 0);
        out.write(chunk, 0, count, false);
        left -= count;
      }
    }

    private void requireAll(boolean all) throws IOException {
      if (!all) {
        throw new IOException(body.resource.file + " has shrunk while it was sent");
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
