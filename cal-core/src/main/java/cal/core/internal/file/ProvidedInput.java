package cal.core.internal.file;

import cal.core.spi.FileProvider;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A file's input whose reads a {@link FileProvider} carries out, also those that the JDK's own
 * readers make. Thread-safe.
 */
final class ProvidedInput extends FileInputStream implements FileProvider.Stream {
  private final OpenFile file;

  ProvidedInput(File name, FileProvider provider) throws IOException {
    super(name);
    file = new OpenFile(provider, getFD());
  }

  @Override
  public int read() throws IOException {
    return file.read(super::read);
  }

  @Override
  public int read(byte[] into) throws IOException {
    return read(into, 0, into.length);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    return file.read(into, offset, length, () -> super.read(into, offset, length));
  }

  /** From file to file there is a way of the JDK's, which blocks. */
  @Override
  public long transferTo(OutputStream to) throws IOException {
    return to instanceof FileOutputStream
        ? file.call(() -> super.transferTo(to))
        : super.transferTo(to);
  }

  @Override
  public long skip(long count) throws IOException {
    return file.alone(() -> super.skip(count));
  }

  @Override
  public void close() throws IOException {
    file.close(super::close);
  }
}
