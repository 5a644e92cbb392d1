package cal.reactive.internal.buffer;

import cal.core.internal.os.NativeBuffer;
import cal.reactive.internal.transport.NioPoller;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * The shared buffers of a loop's connections: a read takes the reader's wish and some more, up to
 * {@value #SIZE} bytes in a call, and the reader consumes from here; unconsumed bytes at the end of
 * the turn, or at another connection's read, are copied out to the reader. Reads and writes stay on
 * the loop even where the channel's own locks are held elsewhere: another turn would use the same
 * buffer.
 *
 * <p>For the loop's thread, and the virtual threads on this carrier.
 */
public final class Scratch {
  public static final int SIZE = 128 << 10;

  /** From here on a copy costs more than another call of the system. */
  private static final int LARGE = 16 << 10;

  private final NativeBuffer received = new NativeBuffer(SIZE);
  private final NativeBuffer sent = new NativeBuffer(SIZE);
  private final ByteBuffer input = received.bytes();
  private final KeptBytes kept;
  private BufferOwner tenant;

  /** Bytes set aside, to keep the bytes left by the tenant. */
  private int aside;

  public Scratch(KeptBytes kept) {
    this.kept = kept;
  }

  /**
   * Reads the bytes there, ready for {@link #take}.
   *
   * @param registration of the channel, or null
   * @param wanted by the reader now
   * @param ahead of the connection, with the surplus
   * @return bytes read, 0 from an empty channel, -1 at the end
   */
  public int read(
      Registration registration, ReadableByteChannel channel, int wanted, ReadAhead ahead)
      throws IOException {
    release();
    int room = (int) Math.min((long) wanted + allowed(ahead.next()), SIZE);
    input.clear().limit(room);
    int count =
        registration == null ? NioPoller.read(channel, received) : registration.read(received);
    input.flip();
    ahead.filled(count == room);
    return count;
  }

  /**
   * The registration of a connection, if bytes are to go past these buffers: possible for the
   * registration, and cheaper than a copy of so many bytes. Otherwise null.
   */
  public static Registration.OfArrays past(Registration registration, int length) {
    return length >= LARGE && registration instanceof Registration.OfArrays able ? able : null;
  }

  /**
   * Reads the bytes there into an array, past these buffers.
   *
   * @return bytes read, 0 from an empty channel, -1 at the end
   */
  public int read(
      Registration.OfArrays registration, byte[] target, int offset, int length, ReadAhead ahead)
      throws IOException {
    int room = Math.min(length, SIZE);
    int count = registration.read(target, offset, room, received);
    ahead.beginAgain(count == room);
    return count;
  }

  private int allowed(int more) {
    if (aside < more) {
      aside += kept.setAside(more - aside);
    }
    return Math.min(aside, more);
  }

  /**
   * Takes read bytes; the connection leases the buffer for the rest.
   *
   * @return bytes taken
   */
  public int take(BufferOwner reader, byte[] target, int offset, int length) {
    int count = Math.min(length, input.remaining());
    input.get(target, offset, count);
    if (input.hasRemaining() != (tenant != null)) {
      tenant = tenant == null ? reader : null;
      reader.lease(tenant == null ? null : this);
    }
    return count;
  }

  /** Called when no turn uses the buffers for some time: others may read ahead instead. */
  public void rest() {
    kept.giveBack(aside);
    aside = 0;
  }

  /** Bytes left for the tenant of the buffer. */
  public int available() {
    return tenant == null ? 0 : input.remaining();
  }

  /** Ends the lease: untaken bytes go to their owner. */
  public void release() {
    if (tenant != null) {
      BufferOwner owner = tenant;
      tenant = null;
      int rest = input.remaining();
      if (owner.keep(input, kept)) {
        aside -= rest;
      }
    }
  }

  /**
   * Writes the bytes that the kernel takes at once.
   *
   * @param registration of the channel, or null
   * @return bytes written, at most {@value #SIZE}
   */
  public int write(
      Registration registration, WritableByteChannel channel, byte[] bytes, int offset, int length)
      throws IOException {
    int count = Math.min(length, SIZE);
    Registration.OfArrays past = past(registration, count);
    if (past != null) {
      return past.write(bytes, offset, count, sent);
    }
    sent.bytes().clear().put(bytes, offset, count).flip();
    return registration == null ? NioPoller.write(channel, sent) : registration.write(sent);
  }
}
