package cal.cli.proactive;

import cal.core.internal.os.JdkChannels;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Proactor;
import cal.sample.web.http.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Answers to be sent: bytes, and after these a part of a file at most. For a single thread at a
 * time.
 */
final class Answers extends Output {
  /** Answers of more bytes are sent before others are made. */
  private static final int MANY = 64 << 10;

  private static final int ROOM = 8 << 10;

  /** Bytes in a direct buffer, which grows. */
  private static final class Bytes extends OutputStream {
    private ByteBuffer buffer = ByteBuffer.allocateDirect(ROOM);

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      if (buffer.remaining() < length) {
        int needed = Math.max(2 * buffer.capacity(), buffer.position() + length);
        buffer = ByteBuffer.allocateDirect(needed).put(buffer.flip());
      }
      buffer.put(source, offset, length);
    }
  }

  private final Proactor proactor;
  private final Bytes bytes;
  private AioHandle file;
  private long offset;
  private long length;

  private Answers(Proactor proactor, Bytes bytes) {
    super(bytes, true);
    this.proactor = proactor;
    this.bytes = bytes;
  }

  static Answers of(Proactor proactor) {
    return new Answers(proactor, new Bytes());
  }

  /** Whether the answers are to be sent before others are made. */
  boolean isFull() {
    return file != null || bytes.buffer.position() > MANY;
  }

  boolean isEmpty() {
    return file == null && bytes.buffer.position() == 0;
  }

  /** Opens the very file anew by the proactor, for {@link #send}: another may have the name now. */
  @Override
  public long transfer(Path name, FileChannel open, long from, long count) throws IOException {
    flush();
    file = proactor.file(JdkChannels.path(open, name), Set.of(StandardOpenOption.READ));
    offset = from;
    length = count;
    return count;
  }

  /** Starts to send all. */
  void send(AioHandle client, Consumer<AioOperation> hasSent) {
    ByteBuffer all = bytes.buffer.flip();
    if (file == null) {
      client.write(all, hasSent);
    } else {
      client.transmit(file, offset, length, all, null, hasSent);
    }
  }

  /** Goes on with a write; false where all is sent. */
  boolean sendRest(AioHandle client, Consumer<AioOperation> hasSent) {
    boolean more = file == null && bytes.buffer.hasRemaining();
    if (more) {
      client.write(bytes.buffer, hasSent);
    }
    return more;
  }

  /** Begins anew, with nothing to be sent. */
  void clear() throws IOException {
    bytes.buffer = bytes.buffer.capacity() > MANY ? ByteBuffer.allocateDirect(ROOM) : bytes.buffer;
    bytes.buffer.clear();
    AioHandle sent = file;
    file = null;
    if (sent != null) {
      sent.close();
    }
  }
}
