package cal.core.internal.file;

import cal.core.spi.FileProvider;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/** A file's output whose writes a {@link FileProvider} carries out. Thread-safe. */
final class ProvidedOutput extends FileOutputStream implements FileProvider.Stream {
  private final OpenFile file;

  ProvidedOutput(File name, boolean append, FileProvider provider) throws IOException {
    super(name, append);
    file = new OpenFile(provider, getFD());
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
  public void close() throws IOException {
    file.close(super::close);
  }

  /** A call without a result. */
  interface Plain {
    void call() throws IOException;
  }

  static FileProvider.Call<Void> plain(Plain call) {
    return () -> {
      call.call();
      return null;
    };
  }
}
