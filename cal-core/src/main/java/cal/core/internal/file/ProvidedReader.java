package cal.core.internal.file;

import java.io.FileInputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.CharBuffer;
import java.nio.charset.Charset;

/**
 * A file's reader over a stream that is not its own: the one that it has by inheritance is never
 * read, and is closed with the other, whose descriptor it shares. Thread-safe.
 */
final class ProvidedReader extends FileReader {
  private final InputStreamReader reader;

  ProvidedReader(FileInputStream in, Charset charset) throws IOException {
    super(in.getFD());
    reader = new InputStreamReader(in, charset);
  }

  @Override
  public String getEncoding() {
    return reader.getEncoding();
  }

  @Override
  public int read() throws IOException {
    return reader.read();
  }

  @Override
  public int read(char[] into, int offset, int length) throws IOException {
    return reader.read(into, offset, length);
  }

  @Override
  public int read(CharBuffer into) throws IOException {
    return reader.read(into);
  }

  @Override
  public boolean ready() throws IOException {
    return reader.ready();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
