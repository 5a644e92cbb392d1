package cal.core.internal.start;

import cal.core.internal.engine.Engine;
import cal.core.internal.support.CalThread;
import cal.core.spi.ConfigurationException;
import java.util.List;

/** The end of a woven process: drained, or by a mistake before any service. Stateless. */
final class ProcessEnd {
  /** A drain that fails, for example for want of memory, is begun again. */
  private static final int TRIES = 3;

  private ProcessEnd() {}

  /** Has a runtime drained by SIGTERM, or as the server exits. */
  static void drainAtShutdown(Engine runtime) {
    Runtime.getRuntime()
        .addShutdownHook(CalThread.ofTask("cal-shutdown", TRIES, () -> drain(runtime)));
  }

  /** Names interrupted activities on standard error: the log may have ended already. */
  private static void drain(Engine runtime) {
    List<String> stragglers;
    try {
      stragglers = runtime.shutdown();
    } catch (Throwable failure) {
      System.err.println("cal: the drain failed: " + failure);
      throw failure;
    }
    if (!stragglers.isEmpty()) {
      System.err.println(
          "cal: shutdown-timeout has passed; closed and interrupted "
              + stragglers.size()
              + " activities:");
      stragglers.forEach(straggler -> System.err.println("cal:   " + straggler));
    }
  }

  /** Ends the process for an exception of the start. */
  static Error halt(String what, Throwable thrown) {
    return halt(
        thrown instanceof ConfigurationException mistake
            ? mistake.getMessage()
            : what + " cannot be started: " + thrown);
  }

  /** Ends the process at once: shutdown hooks may need the very class under initialisation. */
  static Error halt(String sentence) {
    System.err.println("cal: " + sentence);
    System.err.flush();
    Runtime.getRuntime().halt(2);
    return new AssertionError("halted");
  }
}
