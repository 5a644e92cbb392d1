package cal.reactive.internal.buffer;

import cal.core.internal.os.NativeBuffer;
import cal.reactive.internal.transport.NioPoller;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * The buffers that the connections of one loop share: a read takes what its reader wants and some
 * more, up to {@value #SIZE} bytes in one call, and its reader consumes from here; what it has not
 * consumed when its turn ends, or when another connection reads, is copied out to it. Reads and
 * writes stay on the loop even where the channel's own locks are held elsewhere: another turn would
 * use the same buffer.
 *
 * <p>For the loop's thread, and the virtual threads that it carries.
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

  /** Bytes that were set aside, of which what the tenant leaves will be kept. */
  private int aside;

  public Scratch(KeptBytes kept) {
    this.kept = kept;
  }

  /**
   * Reads what there is, and has it ready for {@link #take}.
   *
   * @param registration of the channel, or null
   * @param wanted by the reader now
   * @param ahead of the connection: says how much more
   * @return bytes read, 0 where the channel has none, -1 at its end
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
   * The registration of a connection, if bytes are to go past these buffers: it can do that, and a
   * copy of so many costs more than another call of the system. Otherwise null.
   */
  public static Registration.OfArrays past(Registration registration, int length) {
    return length >= LARGE && registration instanceof Registration.OfArrays able ? able : null;
  }

  /**
   * Reads what there is into an array, past these buffers.
   *
   * @return bytes read, 0 where the channel has none, -1 at its end
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
   * Takes bytes that were read; the connection leases the buffer for what is left.
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

  /** Ends the lease: the bytes that were not taken go to their owner. */
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
   * Writes what the kernel takes at once.
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
