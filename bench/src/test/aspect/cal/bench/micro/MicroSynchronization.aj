package cal.bench.micro;

import cal.core.CriticalRegions;

/** The critical regions of what the benchmarks call, each with another kind of guard. */
aspect MicroSynchronization {
  static aspect OfObject extends CriticalRegions {
    protected pointcut criticalRegion(Object guard): execution(long Tally.count()) && this(guard);
  }

  static aspect OfClass extends CriticalRegions {
    protected pointcut criticalClassRegion(): execution(static long Tally.countAll());
  }

  static aspect OfField extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        execution(long Tally.countNamed()) && this(guard);

    protected Object guard(Object tally) {
      return ((Tally) tally).lock();
    }
  }
}
