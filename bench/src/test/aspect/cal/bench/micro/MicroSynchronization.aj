package cal.bench.micro;

import cal.core.CriticalRegions;

/** The regions of the ledgers, each under its own policy. */
aspect MicroSynchronization {
  static aspect Monitored extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        this(guard) && execution(* Ledgers.Monitored.*(int));
  }

  static aspect Locked extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        this(guard) && execution(* Ledgers.Locked.*(int));

    protected String policy() {
      return "lock";
    }
  }

  static aspect FairLocked extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        this(guard) && execution(* Ledgers.FairLocked.*(int));

    protected String policy() {
      return "fair-lock";
    }
  }

  static aspect Shared extends CriticalRegions {
    protected pointcut criticalSharedRegion(Object guard):
        this(guard) && execution(* Ledgers.Shared.*(int));

    protected String policy() {
      return "shared";
    }
  }

  static aspect Optimistic extends CriticalRegions {
    protected pointcut criticalSharedRegion(Object guard):
        this(guard) && execution(* Ledgers.Optimistic.*(int));

    protected String policy() {
      return "optimistic";
    }
  }

  static aspect Counted extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        this(guard) && execution(* Ledgers.Counted.*(int));

    protected String policy() {
      return "counting";
    }
  }

  static aspect Keyed extends CriticalRegions {
    protected pointcut criticalRegion(Object key):
        args(key) && execution(* Ledgers.Keyed.*(int));

    protected Object guard(Object key) {
      return stripe(key);
    }
  }
}
