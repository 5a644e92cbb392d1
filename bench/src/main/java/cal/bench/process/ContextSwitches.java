package cal.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The context switches of the whole machine, from {@code /proc/stat} of Linux. The kernel tells a
 * process's switches for living threads only, and a server with a thread a connection has many dead
 * threads; while a single server runs and the others are held, the machine's switches are the
 * server's and its clients'. Stateless.
 */
public final class ContextSwitches {
  private static final Path STAT = Path.of("/proc/stat");

  private ContextSwitches() {}

  /** The number so far; null without a count. */
  public static Long now() {
    try {
      return Files.readAllLines(STAT).stream()
          .filter(line -> line.startsWith("ctxt "))
          .map(line -> Long.valueOf(line.substring(5).strip()))
          .findFirst()
          .orElse(null);
    } catch (IOException noLinux) {
      return null;
    }
  }

  /** The number since then; null without a count. */
  public static Long since(Long before) {
    Long now = now();
    return before == null || now == null ? null : Long.valueOf(now - before);
  }
}
