package cal.cli.load;

import cal.cli.process.OtherWork;
import cal.cli.process.ProcessTree;
import java.util.OptionalLong;

/**
 * Takes a server's CPU time from the construction on, and the time of others on its cores. Confined
 * to a thread.
 */
final class ServerClock {
  private final OptionalLong pid;
  private final OptionalLong before;
  private final OtherWork others;

  ServerClock(OptionalLong pid) {
    this.pid = pid;
    this.before = read();
    this.others = pid.isPresent() ? new OtherWork(pid.getAsLong()) : null;
  }

  /** The process, or null if unknown. */
  Long pid() {
    return pid.isPresent() ? pid.getAsLong() : null;
  }

  /** CPU seconds since the construction, or null if unknown. */
  Double seconds() {
    OptionalLong now = read();
    return before.isPresent() && now.isPresent()
        ? (now.getAsLong() - before.getAsLong()) / 1e9
        : null;
  }

  /** The share of the cores taken by others since, 0 to 1; null if unknown. */
  Double othersShare() {
    return others == null ? null : others.share();
  }

  private OptionalLong read() {
    return pid.isPresent() ? new ProcessTree(pid.getAsLong()).cpuNanos() : OptionalLong.empty();
  }
}
