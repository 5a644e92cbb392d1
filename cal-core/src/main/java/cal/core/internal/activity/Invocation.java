package cal.core.internal.activity;

import org.aspectj.lang.JoinPoint;

/**
 * A captured call: where it was captured, and how it proceeds. Advice makes one, and its stage
 * makes an activity of it, which is spawned or handed off. Immutable.
 */
public abstract class Invocation {
  private final JoinPoint.StaticPart site;
  private final Object caller;
  private final Object target;

  /**
   * Describes a captured call.
   *
   * @param site the captured join point
   * @param caller the object that made the call, or null for a static caller
   * @param target the object called, or null for a static procedure
   */
  protected Invocation(JoinPoint.StaticPart site, Object caller, Object target) {
    this.site = site;
    this.caller = caller;
    this.target = target;
  }

  /**
   * Runs the captured procedure once, on the calling thread.
   *
   * @return the procedure's value; of a spawned call, {@link Boolean#TRUE} asks for another step
   * @throws Throwable what the procedure threw
   */
  public abstract Object call() throws Throwable;

  /** The working context: the caller or else the target; null if neither is a context. */
  public abstract Object context();

  /** The arguments of a handed-off call; null where the call has kept none. */
  public Object[] arguments() {
    return null;
  }

  public final JoinPoint.StaticPart site() {
    return site;
  }

  public final Object caller() {
    return caller;
  }

  public final Object target() {
    return target;
  }
}
