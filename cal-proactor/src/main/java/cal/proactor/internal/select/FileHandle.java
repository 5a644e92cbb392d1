package cal.proactor.internal.select;

import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;

/** A file over a blocking channel of the JDK. */
public final class FileHandle extends AioHandle {
  private final FileChannel channel;

  FileHandle(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  protected Channel channel() {
    return null;
  }

  @Override
  protected FileChannel content() {
    return channel;
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
