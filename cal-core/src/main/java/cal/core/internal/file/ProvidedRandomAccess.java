package cal.core.internal.file;

import static cal.core.internal.file.ProvidedOutput.plain;

import cal.core.spi.FileProvider;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * A file for random access whose reads and writes a {@link FileProvider} carries out. Thread-safe,
 * as the JDK's is: a position that one thread sets is for all.
 */
final class ProvidedRandomAccess extends RandomAccessFile {
  private final OpenFile file;

  ProvidedRandomAccess(File name, String mode, FileProvider provider) throws IOException {
    super(name, mode);
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

  @Override
  public void write(int value) throws IOException {
    file.write(plain(() -> super.write(value)));
  }

  @Override
  public void write(byte[] from) throws IOException {
    write(from, 0, from.length);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    file.write(plain(() -> super.write(from, offset, length)));
  }

  @Override
  public void seek(long position) throws IOException {
    file.alone(plain(() -> super.seek(position)));
  }

  @Override
  public void setLength(long length) throws IOException {
    file.call(plain(() -> super.setLength(length)));
  }

  @Override
  public void close() throws IOException {
    file.close(super::close);
  }
}
