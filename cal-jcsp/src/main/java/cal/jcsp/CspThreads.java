package cal.jcsp;

import cal.core.VirtualThreads;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of oracles and alarms, virtual unless a test wants others. Thread-safe. */
class CspThreads {
  private final VirtualThreads virtual = new VirtualThreads("cal-csp-starter");
  private final AtomicInteger number = new AtomicInteger();

  /**
   * Starts a process.
   *
   * @param role {@code oracle} or {@code alarm}
   * @return its thread, {@code cal-csp-<role>-<n>}
   */
  final Thread start(String role, Processes.Body body) {
    return start(body, "cal-csp-" + role + "-" + number.incrementAndGet());
  }

  Thread start(Processes.Body body, String name) {
    return virtual.start(name, body);
  }
}
