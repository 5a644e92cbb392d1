package cal.jcsp;

import cal.core.internal.support.CalThread;
import cal.core.spi.Cores;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of oracles and alarms. Platform threads, for any caller: virtual threads in a class
 * initialiser keep the cores of a virtual oracle. Thread-safe.
 */
class CspThreads {
  private final AtomicInteger number = new AtomicInteger();

  /**
   * Starts a process.
   *
   * @param role {@code oracle} or {@code alarm}
   * @return the thread, a daemon: {@code cal-csp-<role>-<n>}
   */
  final Thread start(String role, Processes.Body body) {
    return start(body, "cal-csp-" + role + "-" + number.incrementAndGet());
  }

  /** The calling thread's part during a request to enter. */
  Entrant entrant() {
    return new Entrant();
  }

  Thread start(Processes.Body body, String name) {
    Runnable onAllCores =
        () -> {
          Cores.ALL.take(); // it may be made by a pinned thread, and serves others
          body.run();
        };
    Thread thread = CalThread.vital(name, onAllCores); // its callers would wait for good
    thread.start();
    return thread;
  }
}
