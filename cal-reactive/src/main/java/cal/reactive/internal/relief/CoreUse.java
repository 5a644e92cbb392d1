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
      return new CoreUse(SELF.toRealPath());
    } catch (IOException silent) {
      return null; // no Linux, or no /proc
    }
  }

  /** Looks; null where the thread has ended, or the system does not tell, or not yet. */
  Look look() {
    try {
      return look(Files.readString(stat), Files.readString(schedstat));
    } catch (IOException | RuntimeException silent) {
      return null;
    }
  }

  /**
   * The look by both files. A kernel without statistics of its scheduler tells zeros for ever, any
   * other before the first tick of a thread.
   */
  static Look look(String stat, String schedstat) {
    long onCores = Long.parseLong(schedstat.split(" ")[0]);
    return onCores == 0 ? null : new Look(onCores, stat.charAt(stat.lastIndexOf(')') + 2) == 'R');
  }
}
