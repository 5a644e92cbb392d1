package cal.reactive.internal.socket;

import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;

/** The output of a connection. Thread-safe: a single thread at a time writes. */
final class SocketOutput extends OutputStream {
  /** The system's messages about a socket to the sender of a file: {@code EPIPE, ECONNRESET}. */
  private static final Set<String> OF_SOCKET = Set.of("Broken pipe", "Connection reset by peer");

  private final Connection connection;
  private final SideLock writing = new SideLock();

  /** Bytes sent so far, for the idle timeout. */
  private long sent;

  SocketOutput(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    if (length == 0) {
      return;
    }
    expectNoWrite();
    writing.lock();
    try {
      writeAlone(connection.channel(), source, offset, length);
    } catch (IOException failure) {
      throw connection.failureOfStream(failure);
    } finally {
      writing.unlock();
    }
  }

  /** A step due to begin with a read must not begin with a write. */
  private static void expectNoWrite() {
    LoopThread here = LoopThread.current();
    if (here != null) {
      here.firstInput().writes();
    }
  }

  private void writeAlone(SocketChannel channel, byte[] source, int offset, int length)
      throws IOException {
    int end = offset + length;
    int from = offset;
    Waits waits = null;
    while (true) {
      int room = Math.min(end - from, Scratch.SIZE);
      LoopThread here = LoopThread.current();
      int count =
          here == null
              ? hasFlushed() ? channel.write(ByteBuffer.wrap(source, from, room)) : 0
              : here.scratch().write(connection.registration(), channel, source, from, room);
      from += count;
      sent += count;
      if (from == end) {
        return;
      }
      if (count < room) {
        waits = await(waits, from - offset);
      }
    }
  }

  /** Whether the system has all bytes written before. */
  private boolean hasFlushed() throws IOException {
    Registration registration = connection.registration();
    return registration == null || registration.flush();
  }

  /** Waits until the system has all bytes written before, unless a writer waits for room. */
  void flushAll() throws IOException {
    if (!hasFlushed() && writing.tryLock()) {
      try {
        flushAlone();
      } finally {
        writing.unlock();
      }
    }
  }

  private void flushAlone() throws IOException {
    Waits waits = null;
    while (!hasFlushed()) {
      waits = await(waits, 0);
    }
  }

  /** Waits after so many bytes of a write; the first wait makes the waits. */
  private Waits await(Waits waits, long written) throws IOException {
    Waits made = waits == null ? new Waits() : waits;
    made.next(written);
    return made;
  }

  /** The waits of a write, with a time of its own for each part: a slow reader still reads. */
  private final class Waits {
    private long deadline;
    private long partEnd;

    /** Waits until another try is worthwhile, after so many bytes of this write. */
    void next(long written) throws IOException {
      if (written >= partEnd) {
        long millis = connection.services.limits().writeTimeoutMillis();
        deadline = millis == 0 ? 0 : Timers.deadlineIn(millis);
        partEnd = written + Scratch.SIZE;
      } else if (Timers.isPast(deadline)) {
        connection.reset();
        SocketTimeoutException timeout = new SocketTimeoutException("Write timed out");
        timeout.bytesTransferred = (int) Math.min(written, Integer.MAX_VALUE);
        throw timeout;
      }
      connection.await(SelectionKey.OP_WRITE, deadline);
    }
  }

  /**
   * Sends a file's bytes without a copy through this process, and without a loop's wait for the
   * disk. The file's position stays.
   *
   * @param start of the part to send
   * @param end of the part to send; the file may end before
   * @return bytes sent
   * @throws ClosedChannelException if the file was closed
   */
  long send(FileChannel file, long start, long end) throws IOException {
    expectNoWrite();
    writing.lock();
    try {
      SocketChannel channel = connection.channel();
      flushAlone();
      long from = start;
      Waits waits = null;
      while (from < end) {
        long part = FileTransfer.bring(file, from, end - from, connection.services.files());
        long count = transfer(file, from, part, channel);
        if (count == 0 && waits != null && hasEnded(file, from)) {
          break;
        }
        from += count;
        if (count < part) {
          waits = await(waits, from - start);
        }
      }
      return from - start;
    } catch (IOException failure) {
      throw isOfFile(failure, file) ? failure : connection.failureOfStream(failure);
    } finally {
      writing.unlock();
    }
  }

  private long transfer(FileChannel file, long from, long length, SocketChannel channel)
      throws IOException {
    return FileTransfer.undisturbed(
        () -> {
          long count = file.transferTo(from, length, channel);
          sent += count;
          return count;
        });
  }

  /** A file may have less than told. */
  private static boolean hasEnded(FileChannel file, long at) throws IOException {
    return FileTransfer.undisturbed(() -> file.read(ByteBuffer.allocate(1), at)) < 0;
  }

  private boolean isOfFile(IOException failure, FileChannel file) {
    return failure instanceof ClosedChannelException
        ? !file.isOpen() && !connection.isClosed()
        : !(failure instanceof SocketException || failure instanceof SocketTimeoutException)
            && !OF_SOCKET.contains(failure.getMessage());
  }

  /** Bytes sent so far; a reading thread may see the number late. */
  long sent() {
    return sent;
  }

  /** Closes the connection. */
  @Override
  public void close() throws IOException {
    connection.end();
  }
}
