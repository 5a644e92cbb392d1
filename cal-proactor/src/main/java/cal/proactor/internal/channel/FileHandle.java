package cal.proactor.internal.channel;

import cal.core.internal.os.JdkChannels;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** A file over a blocking channel of the JDK. */
public final class FileHandle extends AioHandle {
  private final FileChannel channel;

  /** Whether an interrupt of a leader, who sends the bytes, leaves the file open. */
  private final boolean shielded;

  FileHandle(FileChannel channel) {
    this.channel = channel;
    this.shielded = JdkChannels.shield(channel);
  }

  /** Opens a file. */
  public static FileHandle open(Path path, Set<? extends OpenOption> options) throws IOException {
    return new FileHandle(FileChannel.open(path, options));
  }

  @Override
  protected Channel channel() {
    return null;
  }

  @Override
  protected FileChannel content() {
    return shielded ? channel : null;
  }

  @Override
  protected void release() throws IOException {
    channel.close();
  }

  /** Makes the call of an operation, which blocks. */
  long call(AioOperation operation) throws IOException {
    return switch (operation.code()) {
      case READ_FILE -> channel.read(operation.buffer(), operation.position());
      case WRITE_FILE -> channel.write(operation.buffer(), operation.position());
      case SYNC_FILE -> {
        channel.force(true);
        yield 0;
      }
      default -> throw new UnsupportedOperationException(operation.toString());
    };
  }
}
