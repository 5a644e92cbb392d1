package cal.cli.process;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * The CPU time of a process: all threads, living and dead, user and system.
 *
 * <p>On Linux the process's CPU clock, in nanoseconds ({@code clock_getcpuclockid}, POSIX.1). The
 * ticks of {@code /proc/PID/stat} are 10 ms, 1% of a round of a second; the sum over {@code
 * /proc/PID/task} forgets ended threads, many for a server with a thread a connection. Elsewhere
 * the JDK's figure, in ticks. Thread-safe.
 */
public final class ProcessCpu {
  private static final Clock CLOCK = Clock.find();

  private final long pid;

  private ProcessCpu(long pid) {
    this.pid = pid;
  }

  /** The clock of a process, which may end at any time. */
  public static ProcessCpu of(long pid) {
    return new ProcessCpu(pid);
  }

  /** Nanoseconds since the process began; empty for an ended or forbidden process. */
  public OptionalLong nanos() {
    return CLOCK == null ? ticks() : CLOCK.nanos(pid);
  }

  private OptionalLong ticks() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /** The two calls into the C library. */
  private record Clock(MethodHandle clockOf, MethodHandle timeOf) {

    /** Null where the C library has no such clock. */
    @SuppressWarnings("restricted")
    static Clock find() {
      if (!System.getProperty("os.name").equals("Linux")) {
        return null;
      }
      Linker linker = Linker.nativeLinker();
      var library = linker.defaultLookup();
      var clockOf = library.find("clock_getcpuclockid");
      var timeOf = library.find("clock_gettime");
      if (clockOf.isEmpty() || timeOf.isEmpty()) {
        return null;
      }
      FunctionDescriptor intAndPointer =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
      return new Clock(
          linker.downcallHandle(clockOf.get(), intAndPointer),
          linker.downcallHandle(timeOf.get(), intAndPointer));
    }

    OptionalLong nanos(long pid) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment id = arena.allocate(ValueLayout.JAVA_INT);
        MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
        if ((int) clockOf.invokeExact((int) pid, id) != 0
            || (int) timeOf.invokeExact(id.get(ValueLayout.JAVA_INT, 0), time) != 0) {
          return OptionalLong.empty();
        }
        return OptionalLong.of(
            time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L
                + time.getAtIndex(ValueLayout.JAVA_LONG, 1));
      } catch (Throwable e) {
        throw new IllegalStateException("reading the CPU clock of process " + pid, e);
      }
    }
  }
}
