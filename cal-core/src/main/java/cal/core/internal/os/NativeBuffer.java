package cal.core.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Memory outside the heap, for calls of the system by one thread at a time. */
public final class NativeBuffer {
  /** Enough for the {@code errno} of a call. */
  private static final int STATE_BYTES = 16;

  private final ByteBuffer bytes;
  private final long address;
  private final MemorySegment state = Arena.ofAuto().allocate(STATE_BYTES, Long.BYTES);

  public NativeBuffer(int capacity) {
    bytes = ByteBuffer.allocateDirect(capacity);
    address = MemorySegment.ofBuffer(bytes).address();
  }

  /** The memory; position and limit are the next call's part. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** Where the next call begins. */
  public long position() {
    return address + bytes.position();
  }

  /** Room for the {@code errno} of a call. */
  public MemorySegment state() {
    return state;
  }
}
