package cal.reactive;

import cal.core.spi.ConfigurationException;

/** The scheduler of the activities of event loops. */
enum Scheduling {
  /** Their loops where the JDK lets them, and otherwise the JDK's scheduler. */
  AUTO {
    @Override
    boolean byLoops() {
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
    boolean byLoops() {
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

  /** The JDK's own scheduler: a loop is then a thread that waits for sockets, and no more. */
  JDK {
    @Override
    boolean byLoops() {
      return false;
    }

    @Override
    String remark() {
      return ", on the JDK's scheduler and slower";
    }
  };

  /**
   * Whether loops schedule them.
   *
   * @throws ConfigurationException if they are to, and cannot
   */
  abstract boolean byLoops();

  /** For the line at the start; empty where loops schedule them. */
  String remark() {
    return "";
  }
}
