package cal.core.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Memory outside the heap, for calls of the system by one thread at a time. */
public final class NativeBuffer {
  /** Enough for the state that a call leaves, its {@code errno} above all. */
  private static final int STATE_BYTES = 16;

  private final ByteBuffer bytes;
  private final long address;
  private final MemorySegment state = Arena.ofAuto().allocate(STATE_BYTES, Long.BYTES);

  public NativeBuffer(int capacity) {
    bytes = ByteBuffer.allocateDirect(capacity);
    address = MemorySegment.ofBuffer(bytes).address();
  }

  /** The memory; its position and limit say which part the next call is about. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** Where the next call begins. */
  public long position() {
    return address + bytes.position();
  }

  /** Room for the state that a call leaves. */
  public MemorySegment state() {
    return state;
  }
}
