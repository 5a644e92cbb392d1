package cal.reactive.internal.socket;

import cal.core.internal.os.FilePages;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.LoopThread;
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
   * Has a thread read the next part of a file, where the caller is on a loop, and the part not in
   * memory.
   *
   * @return bytes of the part
   */
  static long bring(FileChannel file, long from, long length, Lookups threads) throws IOException {
    long part = Math.min(length, FilePages.PART);
    if (LoopThread.current() != null
        && !undisturbed(() -> FilePages.areInMemory(file, from, part))) {
      threads.make(
          () -> {
            FilePages.bring(file, from, part);
            return null;
          });
    }
    return part;
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
