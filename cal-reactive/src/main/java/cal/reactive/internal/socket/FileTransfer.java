package cal.reactive.internal.socket;

import cal.reactive.internal.jdk.JdkThreads;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.OptionalLong;

/**
 * Sends the rest of a file. Bytes within the told size of the file are not copied through this
 * process. Further bytes, often none, are sent as from any stream. A failure on the way is the
 * file's or the socket's, as of a read or a write. For a single thread.
 */
record FileTransfer(FileInputStream from, SocketOutput to) {
  /** The bytes sent; empty where the file has no size to go by, as a pipe has none. */
  OptionalLong run() throws IOException {
    FileChannel file = from.getChannel();
    if (!file.isOpen() || undisturbed(file::size) == 0) {
      return OptionalLong.empty();
    }
    long sent = sendWhatItSays(file);
    int more = from.read();
    if (more < 0) {
      return OptionalLong.of(sent);
    }
    to.write(more);
    return OptionalLong.of(sent + 1 + from.transferTo(to));
  }

  private long sendWhatItSays(FileChannel file) throws IOException {
    try {
      long start = undisturbed(file::position);
      long sent = to.send(file, start, undisturbed(file::size));
      undisturbed(() -> file.position(start + sent));
      return sent;
    } catch (ClosedChannelException closed) {
      if (closed instanceof ClosedByInterruptException) {
        throw closed;
      }
      throw new IOException("Stream Closed", closed);
    }
  }

  /**
   * Sends a part of a file, up to the present size, without a change of position. An interrupt on
   * the way is left to the caller.
   *
   * @return the bytes sent; empty for a refusal by the JDK, or a file without a size
   */
  static OptionalLong part(FileChannel file, long position, long count, SocketOutput to)
      throws IOException {
    boolean usual = position >= 0 && count >= 0 && !Thread.currentThread().isInterrupted();
    long size = usual ? undisturbed(file::size) : 0;
    if (size == 0) {
      return OptionalLong.empty();
    }
    long length = Math.max(0, Math.min(count, size - position));
    return OptionalLong.of(to.send(file, position, position + length));
  }

  /**
   * Makes a call of a file's channel, which an interrupt would close; a stream does not notice
   * interrupts. An interrupt during the call, which waits for no peer, does close the file.
   */
  static <T> T undisturbed(JdkThreads.Call<T, IOException> call) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return JdkThreads.pinned(call);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
