package cal.bench.load;

import java.util.OptionalLong;

/** Takes a server's CPU time from its construction on. Confined to one thread. */
final class ServerClock {
  private final OptionalLong pid;
  private final OptionalLong before;

  ServerClock(OptionalLong pid) {
    this.pid = pid;
    this.before = read();
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

  private OptionalLong read() {
    return pid.isPresent() ? ProcessCpu.of(pid.getAsLong()).nanos() : OptionalLong.empty();
  }
}
