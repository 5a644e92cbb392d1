package cal.core;

import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Takes synchronization out of a server: its critical regions are methods, and this aspect makes
 * their executions exclude each other (CAL paper, sections 3.1, rule 3, and 3.5).
 *
 * <p>A sub-aspect says which executions are regions, and what guards each. A region is entered by
 * the thread that executes it, under every model; it is re-entrant, and left when it throws. A
 * hand-off from inside a region is refused, on whatever thread.
 */
public abstract aspect CriticalRegions {
  /**
   * Executions that exclude each other.
   *
   * @param guard the object that they exclude each other on, for example their {@code this}
   */
  protected abstract pointcut criticalRegion(Object guard);

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(Object guard): criticalRegion(guard) {
    synchronized (guard) {
      Regions.enter();
      try {
        return proceed(guard);
      } finally {
        Regions.leave();
      }
    }
  }
}
