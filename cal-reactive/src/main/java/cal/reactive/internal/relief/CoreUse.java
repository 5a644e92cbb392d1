package cal.reactive.internal.relief;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a thread computes, waits for a core, or waits for something else, as Linux tells ({@code
 * proc_pid_stat(5)}, and {@code schedstat} beside it). Thread-safe.
 */
final class CoreUse {
  private static final Path SELF = Path.of("/proc/thread-self");

  private final Path stat;
  private final Path schedstat;

  /**
   * A look at a thread.
   *
   * @param onCores nanoseconds so far, up to the last tick of the system
   * @param wantsCore whether the thread has a core, or waits for a core
   */
  record Look(long onCores, boolean wantsCore) {}

  private CoreUse(Path thread) {
    stat = thread.resolve("stat");
    schedstat = thread.resolve("schedstat");
  }

  /** Of the calling platform thread; null where the system does not tell. */
  static CoreUse ofCaller() {
    try {
      CoreUse use = new CoreUse(SELF.toRealPath());
      return use.look() == null ? null : use;
    } catch (IOException silent) {
      return null; // no Linux, or no /proc
    }
  }

  /** Looks; null where the thread has ended, or the system does not tell. */
  Look look() {
    try {
      String state = Files.readString(stat);
      char letter = state.charAt(state.lastIndexOf(')') + 2);
      return new Look(Long.parseLong(Files.readString(schedstat).split(" ")[0]), letter == 'R');
    } catch (IOException | RuntimeException silent) {
      return null;
    }
  }
}
