package cal.sample.upload;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import cal.core.internal.os.Linux;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The server where the kernel refuses io_uring, by a filter of calls as containers have it: started
 * by a test in its own JVM.
 */
final class RefusedRing {
  private static final int NO_NEW_PRIVILEGES = 38;
  private static final int FILTER_CALLS = 22;
  private static final int BY_PROGRAM = 2;

  /** Loads the number of the call; io_uring_setup is not permitted, and others are let be. */
  private static final long[] PROGRAM = {
    0x20, 0x15L | 1L << 24 | 425L << 32, 0x06L | 0x50001L << 32, 0x06L | 0x7fff0000L << 32
  };

  private RefusedRing() {}

  public static void main(String[] arguments) throws Throwable {
    MethodHandle control =
        Linux.variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    MemorySegment filter = Arena.global().allocate(16, Long.BYTES);
    filter.set(JAVA_SHORT, 0, (short) PROGRAM.length);
    filter.set(JAVA_LONG, 8, Arena.global().allocateFrom(JAVA_LONG, PROGRAM).address());
    call(control, NO_NEW_PRIVILEGES, 1, 0);
    call(control, FILTER_CALLS, BY_PROGRAM, filter.address());
    Main.main(arguments);
  }

  private static void call(MethodHandle control, int what, long first, long second)
      throws Throwable {
    int result = (int) control.invokeExact(Linux.state(), what, first, second, 0L, 0L);
    if (result != 0) {
      throw new AssertionError("prctl " + what);
    }
  }
}
