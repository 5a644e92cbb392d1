package cal.bench.micro;

import cal.core.CriticalRegions;

/** The critical regions of what the benchmarks call, each with another kind of guard. */
aspect MicroSynchronization {
  static aspect OfObject extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        execution(long CountedCalls.count()) && this(guard);
  }

  static aspect OfClass extends CriticalRegions {
    protected pointcut criticalClassRegion(): execution(static long CountedCalls.countAll());
  }

  static aspect OfField extends CriticalRegions {
    protected pointcut criticalRegion(Object guard):
        execution(long CountedCalls.countNamed()) && this(guard);

    protected Object guard(Object tally) {
      return ((CountedCalls) tally).lock();
    }
  }
}
