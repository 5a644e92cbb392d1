package classic;

import cal.core.CriticalRegions;

/** All that the servers' concurrency needs: each guards its own methods, a fork its holder. */
aspect ClassicSynchronization extends CriticalRegions {
  protected pointcut criticalRegion(Object guard):
      this(guard)
          && (execution(* BoundedBuffer.*(..)) || execution(* ReadersAndWriters.*(..))
              || execution(* Philosophers.*(..)) || execution(* Philosophers.Fork.*(..))
              || execution(* Barrier.*(..)));
}
