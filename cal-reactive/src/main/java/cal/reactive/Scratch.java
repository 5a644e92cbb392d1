package cal.reactive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The buffers that the connections of one loop share: a read takes all that the kernel has, up to
 * {@value #SIZE} bytes in one call, and its reader consumes from here; what it has not consumed
 * when its turn ends, or when another connection reads, is copied out to it. Reads and writes stay
 * on the loop even where the channel's own locks are held elsewhere: another turn would use the
 * same buffer.
 *
 * <p>For the loop's thread, and the virtual threads that it carries.
 */
final class Scratch {
  static final int SIZE = 128 << 10;

  private final ByteBuffer input = ByteBuffer.allocateDirect(SIZE);
  private final ByteBuffer output = ByteBuffer.allocateDirect(SIZE);
  private Connection tenant;

  /**
   * Reads all that there is, up to the size of the buffer, and keeps it for {@link #take}.
   *
   * @return bytes read, 0 where the channel has none, -1 at its end
   */
  int read(SocketChannel channel) throws IOException {
    release();
    input.clear();
    int count = Loop.mounted(() -> channel.read(input));
    input.flip();
    return count;
  }

  /**
   * Takes bytes that were read; the connection leases the buffer for what is left.
   *
   * @return bytes taken
   */
  int take(Connection connection, byte[] target, int offset, int length) {
    int count = Math.min(length, input.remaining());
    input.get(target, offset, count);
    if (input.hasRemaining() != (tenant != null)) {
      tenant = tenant == null ? connection : null;
      connection.lease(tenant == null ? null : this);
    }
    return count;
  }

  /** Bytes left for who leases the buffer. */
  int available() {
    return tenant == null ? 0 : input.remaining();
  }

  /** Ends the lease: what was not taken goes to whom it belongs. */
  void release() {
    if (tenant != null) {
      byte[] rest = new byte[input.remaining()];
      input.get(rest);
      Connection owner = tenant;
      tenant = null;
      owner.keep(rest);
    }
  }

  /**
   * Writes what the kernel takes at once.
   *
   * @return bytes written, at most {@value #SIZE}
   */
  int write(SocketChannel channel, byte[] bytes, int offset, int length) throws IOException {
    output.clear();
    output.put(bytes, offset, Math.min(length, SIZE)).flip();
    return Loop.mounted(() -> channel.write(output));
  }
}
