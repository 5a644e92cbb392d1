package cal.proactor;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import cal.reactive.Linux;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Memory outside the heap, for one read of a file at a time. */
final class CachedBytes {
  private static final int SIZE = 64 << 10;
  private static final int NO_WAIT = 8;
  private static final long AT_POSITION = -1;

  private static final MethodHandle READ = reading();

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(SIZE);
  private final MemorySegment state = Linux.state();
  private final MemorySegment vector = Arena.ofAuto().allocate(16, Long.BYTES);

  private CachedBytes() {
    vector.set(JAVA_LONG, 0, MemorySegment.ofBuffer(bytes).address());
  }

  /** Null in a C library that is older than the call. */
  private static MethodHandle reading() {
    try {
      return Linux.call("preadv2", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    } catch (NoSuchElementException old) {
      return null;
    }
  }

  private int read(int descriptor, byte[] into, int offset, int length, boolean waits) {
    vector.set(JAVA_LONG, Long.BYTES, Math.min(length, SIZE));
    int how = waits ? 0 : NO_WAIT;
    long count;
    try {
      count = (long) READ.invokeExact(state, descriptor, vector.address(), 1, AT_POSITION, how);
    } catch (Throwable impossible) {
      throw new AssertionError("preadv2", impossible);
    }
    if (count > 0) {
      bytes.clear().get(into, offset, (int) count);
    }
    return (int) count;
  }

  /** Memory that is kept: as much as reads are made at a time. Thread-safe. */
  static final class Pool {
    private final Queue<CachedBytes> free = new ConcurrentLinkedQueue<>();

    /**
     * Reads at the position of a file, which moves.
     *
     * @param waits whether for bytes that the system does not have in memory
     * @return bytes read, maybe fewer than there are; 0 at the end; negative where the system has
     *     none in memory, cannot tell, or fails
     */
    int read(int descriptor, byte[] into, int offset, int length, boolean waits) {
      CachedBytes memory = READ == null ? null : take();
      if (memory == null) {
        return -1;
      }
      try {
        return memory.read(descriptor, into, offset, length, waits);
      } finally {
        free.add(memory);
      }
    }

    /** Null where the system has no memory for it. */
    private CachedBytes take() {
      CachedBytes given = free.poll();
      try {
        return given == null ? new CachedBytes() : given;
      } catch (OutOfMemoryError none) {
        return null;
      }
    }
  }
}
