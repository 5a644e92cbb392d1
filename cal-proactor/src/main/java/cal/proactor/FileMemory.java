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
import java.util.concurrent.Semaphore;

/** Memory outside the heap, for one operation of a file at a time. */
final class FileMemory {
  /** The system has not all in memory, or cannot tell: an operation is to be started. */
  static final int NOT_CACHED = -11;

  private static final int UNSUPPORTED = -95;
  private static final int SIZE = 64 << 10;
  private static final int NO_WAIT = 8;
  private static final long AT_POSITION = -1;

  private static final MethodHandle READ = reading();

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(SIZE);
  private final MemorySegment state = Linux.state();
  private final MemorySegment vector = Arena.ofAuto().allocate(16, Long.BYTES);

  FileMemory() {
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

  /** Copies bytes from the beginning of the memory. */
  void copy(byte[] into, int offset, int count) {
    bytes.clear().get(into, offset, count);
  }

  /** The beginning of the memory, for so many bytes, or as many as there is room for. */
  ByteBuffer part(int length) {
    return bytes.clear().limit(Math.min(length, SIZE));
  }

  /**
   * Reads what the system has in memory, at the position of a file.
   *
   * @return bytes read, 0 at the end, {@link #NOT_CACHED}, or another number below 0 for a failure
   */
  int readCached(int descriptor, int length) {
    if (READ == null) {
      return NOT_CACHED;
    }
    vector.set(JAVA_LONG, Long.BYTES, Math.min(length, SIZE));
    long count;
    try {
      count = (long) READ.invokeExact(state, descriptor, vector.address(), 1, AT_POSITION, NO_WAIT);
    } catch (Throwable impossible) {
      throw new AssertionError("preadv2", impossible);
    }
    if (count >= 0) {
      return (int) count;
    }
    int failure = -Linux.errno(state);
    return failure == UNSUPPORTED ? NOT_CACHED : failure;
  }

  /** So many operations of files have memory; whose turn it is not yet parks. Thread-safe. */
  static final class Pool {
    /** Operations at a time. */
    static final int MOST = 256;

    private final Semaphore places = new Semaphore(MOST);
    private final Queue<FileMemory> free = new ConcurrentLinkedQueue<>();

    /** Null where the system has no memory for it. */
    FileMemory take() {
      places.acquireUninterruptibly();
      FileMemory given = free.poll();
      try {
        return given == null ? new FileMemory() : given;
      } catch (OutOfMemoryError none) {
        places.release();
        return null;
      }
    }

    void give(FileMemory back) {
      free.add(back);
      places.release();
    }
  }
}
