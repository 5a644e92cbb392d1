package cal.proactor;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.reactive.Linux;
import cal.reactive.Transport;
import java.io.BufferedReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Where the kernel refuses io_uring, as containers do, that is said and something else is taken.
 */
@EnabledOnOs(OS.LINUX)
class RefusedRingTest {
  private static final List<String> GRANTED =
      List.of(
          "--enable-native-access=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");

  @Test
  void shouldSayThatTheKernelRefuses() throws Exception {
    Process process = ChildJvm.of(GRANTED, Refused.class).start();
    try (BufferedReader out = process.inputReader()) {
      String refusal = "the system refuses io_uring: Operation not permitted";
      assertThat(out.lines()).containsExactly(refusal, "select, since " + refusal);
      assertThat(ChildJvm.status(process)).isZero();
    }
  }

  /** Has the kernel refuse io_uring to this thread, by a filter as containers have it. */
  static final class Refused {
    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int FILTER_CALLS = 22;
    private static final int BY_PROGRAM = 2;

    /** Loads the number of the call; io_uring_setup, which is 425, is not permitted. */
    private static final long[] PROGRAM = {
      0x20, 0x15L | 1L << 24 | 425L << 32, 0x06L | 0x50001L << 32, 0x06L | 0x7fff0000L << 32
    };

    private Refused() {}

    public static void main(String[] arguments) throws Throwable {
      MethodHandle control =
          Linux.variadic(
              "prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
      Arena arena = Arena.global();
      MemorySegment program = arena.allocate(16, Long.BYTES);
      program.set(JAVA_SHORT, 0, (short) PROGRAM.length);
      program.set(JAVA_LONG, 8, arena.allocateFrom(JAVA_LONG, PROGRAM).address());
      call(control, NO_NEW_PRIVILEGES, 1, 0);
      call(control, FILTER_CALLS, BY_PROGRAM, program.address());
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
