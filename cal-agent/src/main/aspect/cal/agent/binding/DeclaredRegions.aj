package cal.agent.binding;

import cal.core.CriticalRegions;

/**
 * Critical regions that a file declares. Made concrete by the agent: a pointcut without
 * arguments is what it can set, so that there is an aspect for each guard.
 */
public abstract aspect DeclaredRegions extends CriticalRegions {
  /** The executions that exclude each other. */
  protected pointcut regions(): within(DeclaredRegions);

  /** Those of methods that only read, which need not be among the others. */
  protected pointcut readers(): within(DeclaredRegions);

  /** The guard is the object. */
  public abstract static aspect OfObject extends DeclaredRegions {
    protected pointcut criticalRegion(Object guard): this(guard) && regions() && !readers();

    protected pointcut criticalSharedRegion(Object guard): this(guard) && readers();
  }

  /** The guard is that of an argument; the name has the number of the argument. */
  public abstract static aspect OfKey1 extends DeclaredRegions {
    protected pointcut criticalRegion(Object guard):
        args(guard, ..) && regions() && !readers();

    protected pointcut criticalSharedRegion(Object guard): args(guard, ..) && readers();
  }

  /** The same of the second argument. */
  public abstract static aspect OfKey2 extends DeclaredRegions {
    protected pointcut criticalRegion(Object guard):
        args(*, guard, ..) && regions() && !readers();

    protected pointcut criticalSharedRegion(Object guard): args(*, guard, ..) && readers();
  }

  /** The same of the third argument. */
  public abstract static aspect OfKey3 extends DeclaredRegions {
    protected pointcut criticalRegion(Object guard):
        args(*, *, guard, ..) && regions() && !readers();

    protected pointcut criticalSharedRegion(Object guard): args(*, *, guard, ..) && readers();
  }

  /** The same of the fourth argument. */
  public abstract static aspect OfKey4 extends DeclaredRegions {
    protected pointcut criticalRegion(Object guard):
        args(*, *, *, guard, ..) && regions() && !readers();

    protected pointcut criticalSharedRegion(Object guard):
        args(*, *, *, guard, ..) && readers();
  }
}
