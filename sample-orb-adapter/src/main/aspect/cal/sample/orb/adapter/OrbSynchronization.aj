package cal.sample.orb.adapter;

import cal.core.CriticalRegions;
import cal.sample.orb.UploaderServant;
import cal.sample.upload.MemoryStore;

/** Guards shared data of requests: the counts of a servant, and of the store. */
aspect OrbSynchronization extends CriticalRegions {
  protected pointcut criticalRegion(Object guard):
      this(guard)
          && (execution(* UploaderServant.count()) || execution(* UploaderServant.frames())
              || execution(* MemoryStore.count(..)) || execution(* MemoryStore.totals()));
}
