package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;

/** The parts of files in memory, which a call does not wait for. Stateless. */
public final class FilePages {
  /** The bytes of a look at most. */
  public static final int PART = 256 << 10;

  /** The bytes that the system reads ahead at least. */
  private static final int STEP = 128 << 10;

  private static final int CHUNK = 64 << 10;

  private static final boolean PEEKS = SystemCalls.missing("a look").isEmpty();

  private FilePages() {}

  /** Reads a byte without a wait ({@code preadv2(2)}, {@code RWF_NOWAIT}). */
  private static final class Peek {
    private static final int NO_WAIT = 8;

    private static final MethodHandle READ =
        Linux.plain("preadv2", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);

    /** A vector of one byte, which nobody reads. */
    private static final MemorySegment VECTOR = Arena.global().allocate(JAVA_LONG, 3);

    static {
      VECTOR.setAtIndex(JAVA_LONG, 0, VECTOR.address() + 2 * Long.BYTES);
      VECTOR.setAtIndex(JAVA_LONG, 1, 1);
    }

    static boolean finds(int descriptor, long at) {
      try {
        return (long) READ.invokeExact(descriptor, VECTOR.address(), 1, at, NO_WAIT) >= 0;
      } catch (Throwable impossible) {
        throw new AssertionError("preadv2", impossible);
      }
    }
  }

  /**
   * Whether a part of a file is in memory, by a byte of each 128 KB, or by {@code mincore(2)},
   * which says so of each file that the process neither owns nor may write.
   *
   * @return false where unknown
   */
  public static boolean areInMemory(FileChannel file, long from, long length) {
    return peeks(file, from, length) || isLoaded(file, from, length);
  }

  /** False also where the file system, or the system, has no such reads. */
  private static boolean peeks(FileChannel file, long from, long length) {
    int descriptor = PEEKS ? JdkChannels.descriptor(file) : -1;
    if (descriptor < 0 || !Peek.finds(descriptor, from + length - 1)) {
      return false;
    }
    for (long at = from; at < from + length; at += STEP) {
      if (!Peek.finds(descriptor, at)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLoaded(FileChannel file, long from, long length) {
    try (Arena arena = Arena.ofConfined()) {
      long there = Math.min(length, file.size() - from);
      return there <= 0 || file.map(FileChannel.MapMode.READ_ONLY, from, there, arena).isLoaded();
    } catch (IOException | UnsupportedOperationException | NonReadableChannelException unknown) {
      return false;
    }
  }

  /** Reads a part of a file into memory, and drops the bytes; waits for the disk. */
  public static void bring(FileChannel file, long from, long length) throws IOException {
    ByteBuffer dropped = ByteBuffer.allocate((int) Math.min(CHUNK, length));
    long end = from + length;
    int count = 0;
    for (long at = from; count >= 0 && at < end; at += count) {
      count = file.read(dropped.clear().limit((int) Math.min(CHUNK, end - at)), at);
    }
  }
}
