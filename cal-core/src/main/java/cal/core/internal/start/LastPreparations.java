package cal.core.internal.start;

import cal.core.internal.engine.Drain;
import cal.core.internal.engine.Engine;
import cal.core.internal.region.Blockages;
import cal.core.internal.report.ActivityFailedEvent;
import cal.core.internal.report.RejectedEvent;
import cal.core.internal.support.CalThread;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.ConfigurationException;
import cal.core.spi.StageStatus;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import javax.management.JMException;
import javax.management.ObjectName;

/** Preparations of 250 ms at the start, without a waiting client. Stateless. */
final class LastPreparations {
  /** For want of memory, for example, the preparations may have to be begun again. */
  private static final int TRIES = 100;

  private LastPreparations() {}

  /** Prepares on a thread of its own, which ends with the preparations. */
  static void start(Engine runtime) {
    CalThread.ofTask("cal-start", TRIES, () -> make(runtime)).start();
  }

  private static void make(Engine runtime) {
    try {
      prepareForTrouble();
      register(runtime);
    } catch (ConfigurationException e) {
      throw ProcessEnd.halt(e.getMessage());
    }
  }

  /**
   * Loads the classes for reports of failures and for drains: without file descriptors nothing can
   * be loaded any more, neither a class nor the time zone of a log line.
   */
  private static void prepareForTrouble() {
    Objects.requireNonNull(ZoneId.systemDefault().getRules(), "time zone");
    for (Class<?> needed :
        List.of(
            ActivityFailedEvent.class,
            RejectedEvent.class,
            Drain.class,
            Describer.class,
            Log.class,
            Thrown.class,
            StageStatus.class,
            Blockages.class)) {
      try {
        MethodHandles.lookup().ensureInitialized(needed);
      } catch (IllegalAccessException e) {
        throw new AssertionError(needed + " is of this library", e);
      }
    }
  }

  private static void register(Engine runtime) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(runtime, new ObjectName(CalRuntimeMXBean.NAME));
    } catch (JMException e) {
      throw new ConfigurationException(
          CalRuntimeMXBean.NAME
              + " is registered already, so CAL is on the class path twice; keep"
              + " one cal-core",
          e);
    }
  }
}
