package cal.sample.web.files;

import cal.sample.web.http.Body;
import cal.sample.web.http.Output;
import java.io.IOException;

/**
 * A file, or a part of a file. Never more is sent than told by the head, whatever the file has by
 * then.
 *
 * @param version of the file
 * @param offset of the part
 * @param length of the part
 */
record FileBody(FileVersion version, long offset, long length) implements Body {
  @Override
  public Opened open(boolean grown) throws IOException {
    return new Whole(version.open(grown), this);
  }

  private record Whole(OpenFile file, FileBody body) implements Opened {
    @Override
    public void send(Output out) throws IOException {
      file.send(body.offset, body.length, out);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
