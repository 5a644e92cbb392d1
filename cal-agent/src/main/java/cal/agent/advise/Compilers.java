package cal.agent.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The processor time of a JVM's compilers. A server of some seconds compiles for most of them, and
 * a server of some days does not: this time tells nothing about a model. Not thread-safe.
 */
final class Compilers {
  private static final String NAMES = "C[12] CompilerThre.*";

  private final long pid;

  /** Of each compiler, by its thread, as far as seen: an idle compiler ends. */
  private final Map<Path, Long> nanos = new HashMap<>();

  /** All threads with a known name. */
  private final Map<Path, Boolean> known = new HashMap<>();

  Compilers(long pid) {
    this.pid = pid;
  }

  /** Nanoseconds since the start. */
  long nanos() throws IOException {
    for (Path thread : Proc.threads(pid)) {
      Boolean compiles = known.get(thread);
      if (compiles == null) {
        compiles = Proc.name(thread).matches(NAMES);
        known.put(thread, compiles);
      }
      if (compiles) {
        nanos.merge(thread, Proc.ofThread(thread), Math::max);
      }
    }
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }
}
