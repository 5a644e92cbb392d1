package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * The calls of Linux about an io_uring, by the foreign-function API. Numbers are those of x86-64
 * and aarch64. Thread-safe, but for a caller's memory.
 */
final class RingCalls {
  static final int TIME_IS_UP = 62;
  static final int INTERRUPTED = 4;
  static final int TRY_AGAIN = 11;
  static final int BUSY = 16;

  private static final long SETUP = 425;
  private static final long ENTER = 426;
  private static final long REGISTER = 427;

  private static final int CANCEL_NOW = 24;

  private static final int READ_WRITE = 3;
  private static final int SHARED_POPULATED = 0x8001;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  private static final MethodHandle SYSCALL =
      Linux.variadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
          JAVA_LONG);
  private static final MethodHandle PLAIN =
      Linux.plainVariadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
          JAVA_LONG);
  private static final MethodHandle MMAP =
      Linux.call("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle MUNMAP = Linux.call("munmap", JAVA_INT, JAVA_LONG, JAVA_LONG);

  private RingCalls() {}

  private static long call(
      MemorySegment state, long number, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) SYSCALL.invokeExact(state, number, a, b, c, d, e, f);
    } catch (Throwable impossible) {
      throw new AssertionError("syscall", impossible);
    }
  }

  /** Makes a ring; -1 where the system refuses. */
  static int setup(MemorySegment state, int entries, MemorySegment parameters) {
    return (int) call(state, SETUP, entries, parameters.address(), 0, 0, 0, 0);
  }

  /** Submits entries, and waits; -1 where {@code errno} tells. */
  static int enter(
      MemorySegment state, int ring, int submit, int least, int flags, MemorySegment argument) {
    long size = argument.byteSize();
    return (int) call(state, ENTER, ring, submit, least, flags, argument.address(), size);
  }

  /** The same without {@code errno}, and without an allocation. */
  static int enterPlainly(int ring, int submit, int least, int flags, MemorySegment argument) {
    return plain(ENTER, ring, submit, least, flags, argument.address(), argument.byteSize());
  }

  /** Registers something without a ring, and without {@code errno}. */
  static int registerPlainly(int what, long argument, int count) {
    return plain(REGISTER, -1, what, argument, count, 0, 0);
  }

  private static int plain(long number, long a, long b, long c, long d, long e, long f) {
    try {
      return (int) (long) PLAIN.invokeExact(number, a, b, c, d, e, f);
    } catch (Throwable impossible) {
      throw new AssertionError("syscall", impossible);
    }
  }

  /**
   * Cancels an entry without the queues of the ring ({@code io_uring_register(2)}, Linux 6.0).
   *
   * @return 0 once the kernel has no such entry any more
   */
  static int cancel(int ring, long userData, long nanos) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment which = arena.allocate(64, 8); // struct io_uring_sync_cancel_reg
      which.set(JAVA_LONG, 0, userData);
      which.set(JAVA_INT, 8, -1);
      which.set(JAVA_LONG, 16, TimeUnit.NANOSECONDS.toSeconds(nanos));
      which.set(JAVA_LONG, 24, nanos % TimeUnit.SECONDS.toNanos(1));
      return plain(REGISTER, ring, CANCEL_NOW, which.address(), 1, 0, 0);
    }
  }

  /** Registers something; -1 where {@code errno} tells. */
  static int register(MemorySegment state, int ring, int what, long argument, int count) {
    return (int) call(state, REGISTER, ring, what, argument, count, 0, 0);
  }

  /** Maps memory of a ring. */
  static MemorySegment map(MemorySegment state, int ring, long size, long offset)
      throws IOException {
    return map(state, size, SHARED_POPULATED, ring, offset);
  }

  /** Maps memory of zeros, for the kernel as well. */
  static MemorySegment mapAnew(MemorySegment state, long size) throws IOException {
    return map(state, size, PRIVATE_ANONYMOUS, -1, 0);
  }

  @SuppressWarnings("restricted") // the size is the one that was asked for
  private static MemorySegment map(MemorySegment state, long size, int flags, int file, long offset)
      throws IOException {
    long address;
    try {
      address = (long) MMAP.invokeExact(state, 0L, size, READ_WRITE, flags, file, offset);
    } catch (Throwable impossible) {
      throw new AssertionError("mmap", impossible);
    }
    if (address == -1) {
      throw new IOException("mmap: " + Linux.text(Linux.errno(state)));
    }
    return MemorySegment.ofAddress(address).reinterpret(size);
  }

  static void unmap(MemorySegment state, MemorySegment mapped) {
    try {
      int unused = (int) MUNMAP.invokeExact(state, mapped.address(), mapped.byteSize());
    } catch (Throwable impossible) {
      throw new AssertionError("munmap", impossible);
    }
  }
}
