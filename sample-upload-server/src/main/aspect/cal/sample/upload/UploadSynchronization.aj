package cal.sample.upload;

import cal.core.CriticalRegions;

/** The critical regions of both services, each guarded by its object. */
aspect UploadSynchronization extends CriticalRegions {
  protected pointcut criticalRegion(Object guard):
      this(guard)
          && (execution(void MemoryStore.count(..))
              || execution(* FrameArrays.take(int)) || execution(void FrameArrays.give(byte[]))
              || execution(public * Statistics.*(..))
              || execution(* RelayStore.take()) || execution(* RelayStore.give(..))
              || execution(* Disk.pass()));

  protected pointcut criticalSharedRegion(Object guard):
      this(guard) && execution(* MemoryStore.totals());
}
