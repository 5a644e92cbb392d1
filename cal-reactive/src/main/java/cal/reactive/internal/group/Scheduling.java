package cal.reactive.internal.group;

import cal.core.spi.ConfigurationException;
import cal.reactive.internal.jdk.SchedulerTrial;

/** The scheduler of the activities of event loops. */
public enum Scheduling {
  /** Loops if the JDK allows, and otherwise the JDK's scheduler. */
  AUTO {
    @Override
    public boolean byLoops() {
      return SchedulerTrial.missing().isEmpty();
    }

    @Override
    String remark() {
      return SchedulerTrial.missing()
          .map(why -> JDK.remark() + " than on event loops, since " + why)
          .orElse("");
    }
  },

  /** Their loops. */
  LOOPS {
    @Override
    public boolean byLoops() {
      SchedulerTrial.missing()
          .ifPresent(
              why -> {
                throw new ConfigurationException(
                    "cal.reactive.scheduler=loops cannot be had here: %s; or give auto, or choose"
                            .formatted(why)
                        + " another model, virtual for example");
              });
      return true;
    }
  },

  /** The JDK's own scheduler: a loop is then a thread with waits for sockets, and no more. */
  JDK {
    @Override
    public boolean byLoops() {
      return false;
    }

    @Override
    String remark() {
      return ", on the JDK's scheduler and slower";
    }
  };

  /**
   * Whether loops schedule activities.
   *
   * @throws ConfigurationException if loops shall schedule, and cannot
   */
  public abstract boolean byLoops();

  /** For the line at the start; empty where loops schedule. */
  String remark() {
    return "";
  }
}
