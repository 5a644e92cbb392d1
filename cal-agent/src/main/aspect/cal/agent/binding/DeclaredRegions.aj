package cal.agent.binding;

import cal.core.CriticalRegions;

/**
 * Critical regions of objects that a file declares. Made concrete by the agent: a
 * pointcut without arguments is what it can set.
 */
public abstract aspect DeclaredRegions extends CriticalRegions {
  /** The executions that exclude each other. */
  protected abstract pointcut regions();

  protected pointcut criticalRegion(Object guard): this(guard) && regions();
}
