package cal.bench.load;

import cal.bench.process.OtherWork;
import cal.bench.process.ProcessTree;
import java.util.OptionalLong;

/**
 * Takes a server's CPU time from its construction on, and what others take of its cores. Confined
 * to one thread.
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

  /** The process, or null if it is unknown. */
  Long pid() {
    return pid.isPresent() ? pid.getAsLong() : null;
  }

  /** CPU seconds since the construction, or null if they are unknown. */
  Double seconds() {
    OptionalLong now = read();
    return before.isPresent() && now.isPresent()
        ? (now.getAsLong() - before.getAsLong()) / 1e9
        : null;
  }

  /** The share of its cores that others have taken since, 0 to 1; null if it is not known. */
  Double othersShare() {
    return others == null ? null : others.share();
  }

  private OptionalLong read() {
    return pid.isPresent() ? new ProcessTree(pid.getAsLong()).cpuNanos() : OptionalLong.empty();
  }
}
