package cal.core.contract;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import cal.core.internal.os.Linux;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A process whose kernel refuses a call of the system, as containers and old kernels do. */
public final class RefusedCall {
  private static final int NO_NEW_PRIVILEGES = 38;
  private static final int FILTER_CALLS = 22;
  private static final int BY_PROGRAM = 2;

  private RefusedCall() {}

  /** Loads the number of the call, compares it, and fails or lets the call be. */
  private static long[] program(long call, long errno) {
    return new long[] {
      0x20,
      0x15L | 1L << 24 | call << 32,
      0x06L | (0x50000L | errno) << 32,
      0x06L | 0x7fff0000L << 32
    };
  }

  /**
   * Has the kernel refuse a call to this thread, and to those that it starts.
   *
   * @param call the number of the call
   * @param errno the failure
   */
  public static void refuse(long call, long errno) {
    Arena arena = Arena.global();
    MemorySegment program = arena.allocate(16, Long.BYTES);
    long[] filter = program(call, errno);
    program.set(JAVA_SHORT, 0, (short) filter.length);
    program.set(JAVA_LONG, 8, arena.allocateFrom(JAVA_LONG, filter).address());
    MethodHandle control =
        Linux.variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    control(control, NO_NEW_PRIVILEGES, 1, 0);
    control(control, FILTER_CALLS, BY_PROGRAM, program.address());
  }

  private static void control(MethodHandle control, int what, long first, long second) {
    int result;
    try {
      result = (int) control.invokeExact(Linux.state(), what, first, second, 0L, 0L);
    } catch (Throwable impossible) {
      throw new AssertionError("prctl", impossible);
    }
    if (result != 0) {
      throw new AssertionError("prctl " + what);
    }
  }
}
