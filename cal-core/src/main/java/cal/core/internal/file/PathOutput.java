package cal.core.internal.file;

import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/** A file's output as {@link java.nio.file.Files#newOutputStream} makes it. Thread-safe. */
final class PathOutput extends FilterOutputStream {
  private final FileChannel channel;

  PathOutput(FileOutputStream file) {
    super(file);
    channel = file.getChannel();
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    if (!channel.isOpen()) {
      throw new ClosedChannelException();
    }
    out.write(from, offset, length);
  }
}
