package cal.proactor;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.internal.os.Linux;
import cal.reactive.Transport;
import java.io.BufferedReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where the kernel refuses io_uring, as containers do, that is said and something else is taken.
 */
@EnabledOnOs(OS.LINUX)
class RefusedRingTest {
  private static final List<String> GRANTED =
      List.of(
          "--enable-native-access=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");

  /**
   * As a container or an old kernel does: no ring, no memory that may be locked for one, no entry,
   * and no buffers, which loops alone need.
   */
  @ParameterizedTest
  @CsvSource({
    "425, 1, Operation not permitted, Operation not permitted",
    "425, 12, Cannot allocate memory, Cannot allocate memory",
    "425, 38, Function not implemented, Function not implemented",
    "426, 1, io_uring: Operation not permitted, io_uring: Operation not permitted",
    "427, 22, buffers of io_uring: Invalid argument,"
  })
  void shouldSayThatTheKernelRefuses(String call, String errno, String loops, String engine)
      throws Exception {
    Process process = ChildJvm.of(GRANTED, Refused.class, call, errno).start();
    try (BufferedReader out = process.inputReader()) {
      String refusal = "the system refuses io_uring: ";
      assertThat(out.lines())
          .containsExactly(
              refusal + loops, engine == null ? "io_uring" : "select, since " + refusal + engine);
      assertThat(ChildJvm.status(process)).isZero();
    }
  }

  /**
   * Has the kernel refuse a call to this thread and those that it starts, by a filter as containers
   * have it: its number and what it fails with are the arguments. Then it is the main class that is
   * named third, or says what is left.
   */
  static final class Refused {
    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int FILTER_CALLS = 22;
    private static final int BY_PROGRAM = 2;

    /** Loads the number of the call, compares it, and fails or lets it be. */
    private static long[] program(long call, long errno) {
      return new long[] {
        0x20,
        0x15L | 1L << 24 | call << 32,
        0x06L | (0x50000L | errno) << 32,
        0x06L | 0x7fff0000L << 32
      };
    }

    private Refused() {}

    public static void main(String[] arguments) throws Throwable {
      MethodHandle control =
          Linux.variadic(
              "prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
      Arena arena = Arena.global();
      MemorySegment program = arena.allocate(16, Long.BYTES);
      long[] filter = program(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
      program.set(JAVA_SHORT, 0, (short) filter.length);
      program.set(JAVA_LONG, 8, arena.allocateFrom(JAVA_LONG, filter).address());
      call(control, NO_NEW_PRIVILEGES, 1, 0);
      call(control, FILTER_CALLS, BY_PROGRAM, program.address());
      if (arguments.length > 2) {
        String[] rest = Arrays.copyOfRange(arguments, 3, arguments.length);
        Class.forName(arguments[2]).getMethod("main", String[].class).invoke(null, (Object) rest);
        return;
      }
      System.out.println(Transport.missingRing().orElse("io_uring"));
      AioProviders providers = AioProviders.of(Refused.class.getClassLoader());
      System.out.println(providers.choose(AioConfig.AUTO).remark());
    }

    private static void call(MethodHandle control, int what, long first, long second)
        throws Throwable {
      int result = (int) control.invokeExact(Linux.state(), what, first, second, 0L, 0L);
      if (result != 0) {
        throw new AssertionError("prctl " + what);
      }
    }
  }
}
