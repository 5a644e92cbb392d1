package cal.proactor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import cal.reactive.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The calls of Linux that an io_uring needs, by the foreign-function API. Numbers are those of
 * x86-64 and aarch64. Thread-safe, but for the memory that a caller gives.
 */
final class UringCalls {
  static final int TIME_IS_UP = 62;
  static final int INTERRUPTED = 4;
  static final int TRY_AGAIN = 11;
  static final int BUSY = 16;

  private static final long SETUP = 425;
  private static final long ENTER = 426;
  private static final long REGISTER = 427;

  private static final int READ_WRITE = 3;
  private static final int SHARED_POPULATED = 0x8001;

  private static final int NO_ENTRY = 2;
  private static final int NO_ACCESS = 13;
  private static final int EXISTS = 17;
  private static final int MODE = 0666; // the umask takes away from it, as in the JDK

  private static final MethodHandle SYSCALL =
      variadic(
          "syscall",
          1,
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              JAVA_LONG));
  private static final MethodHandle OPEN =
      variadic("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle MMAP =
      Linux.call("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle MUNMAP = Linux.call("munmap", JAVA_INT, JAVA_LONG, JAVA_LONG);

  private UringCalls() {}

  @SuppressWarnings("restricted") // the provider looks whether native access is granted
  private static MethodHandle variadic(String name, int first, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        descriptor,
        Linker.Option.firstVariadicArg(first),
        Linker.Option.captureCallState("errno"));
  }

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

  /** Registers something that has no argument; -1 where {@code errno} tells. */
  static int register(MemorySegment state, int ring, int what) {
    return (int) call(state, REGISTER, ring, what, 0, 0, 0, 0);
  }

  /** Maps memory of a ring. */
  @SuppressWarnings("restricted") // the size is the one that was asked for
  static MemorySegment map(MemorySegment state, int ring, long size, long offset)
      throws IOException {
    long address;
    try {
      address =
          (long) MMAP.invokeExact(state, 0L, size, READ_WRITE, SHARED_POPULATED, ring, offset);
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

  /** Opens a file; its failures are those of the JDK. */
  static int open(Path path, int flags) throws IOException {
    byte[] name =
        path.toAbsolutePath()
            .toString()
            .getBytes(Charset.forName(System.getProperty("sun.jnu.encoding")));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment text = arena.allocate(name.length + 1L);
      text.copyFrom(MemorySegment.ofArray(name));
      int descriptor;
      try {
        descriptor = (int) OPEN.invokeExact(state, text, flags, MODE);
      } catch (Throwable impossible) {
        throw new AssertionError("open", impossible);
      }
      if (descriptor >= 0) {
        return descriptor;
      }
      int errno = Linux.errno(state);
      throw switch (errno) {
        case NO_ENTRY -> new NoSuchFileException(path.toString());
        case EXISTS -> new FileAlreadyExistsException(path.toString());
        case NO_ACCESS -> new AccessDeniedException(path.toString());
        default -> new FileSystemException(path.toString(), null, Linux.text(errno));
      };
    }
  }
}
