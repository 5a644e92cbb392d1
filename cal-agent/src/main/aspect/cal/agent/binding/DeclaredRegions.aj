package cal.agent.binding;

import cal.core.CriticalRegions;

/**
 * Critical regions that a file declares, each guarded by its object. Made concrete by the agent: a
 * pointcut without arguments is what it can set.
 */
public abstract aspect DeclaredRegions extends CriticalRegions {
  /** The executions that exclude each other. */
  protected abstract pointcut regions();

  protected pointcut criticalRegion(Object guard): this(guard) && regions();
}
