package cal.core.internal.file;

import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;

/**
 * A file's writer over a stream that is not its own: the one that it has by inheritance is never
 * written to, and is closed with the other, whose descriptor it shares. Thread-safe.
 */
final class ProvidedWriter extends FileWriter {
  private final OutputStreamWriter writer;

  ProvidedWriter(FileOutputStream out, Charset charset) throws IOException {
    super(out.getFD());
    writer = new OutputStreamWriter(out, charset);
  }

  @Override
  public String getEncoding() {
    return writer.getEncoding();
  }

  @Override
  public void write(int value) throws IOException {
    writer.write(value);
  }

  @Override
  public void write(char[] from, int offset, int length) throws IOException {
    writer.write(from, offset, length);
  }

  @Override
  public void write(String from, int offset, int length) throws IOException {
    writer.write(from, offset, length);
  }

  @Override
  public Writer append(CharSequence from) throws IOException {
    writer.append(from);
    return this;
  }

  @Override
  public Writer append(CharSequence from, int start, int end) throws IOException {
    writer.append(from, start, end);
    return this;
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
