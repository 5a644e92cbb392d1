package cal.sample.web;

import cal.core.CriticalRegions;

/** The critical regions of the server, each guarded by its object. */
aspect WebSynchronization extends CriticalRegions {
  protected pointcut criticalRegion(Object guard):
      this(guard) && execution(public * cal.sample.web.files.LruCache.*(..));
}
