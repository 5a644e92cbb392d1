package cal.core.internal.file;

import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/** A file's input as {@link java.nio.file.Files#newInputStream} makes it. Thread-safe. */
final class PathInput extends FilterInputStream {
  private final FileChannel channel;

  PathInput(FileInputStream file) {
    super(file);
    channel = file.getChannel();
  }

  private void requireOpen() throws IOException {
    if (!channel.isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public int read() throws IOException {
    requireOpen();
    return in.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    requireOpen();
    return in.read(into, offset, length);
  }

  /** Ends at the end of the file, where that of a FileInputStream goes beyond it. */
  @Override
  public long skip(long count) throws IOException {
    requireOpen();
    long position = channel.position();
    long most = count > 0 ? Math.max(0, channel.size() - position) : count;
    return most == 0 ? 0 : in.skip(Math.max(-position, Math.min(count, most)));
  }

  @Override
  public int available() throws IOException {
    requireOpen();
    return in.available();
  }
}
