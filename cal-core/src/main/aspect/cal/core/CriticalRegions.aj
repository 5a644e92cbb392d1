package cal.core;

import cal.core.internal.region.RegionStack;
import cal.core.internal.region.Regions;
import cal.core.internal.start.Bootstrap;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Takes synchronization out of a server: its critical regions are methods, and this aspect makes
 * them exclude each other (CAL paper, sections 3.1, rule 3, and 3.5).
 *
 * <p>A sub-aspect says which methods are regions, and what guards each:
 *
 * <ul>
 *   <li>the object: {@code criticalRegion(Object guard): this(guard) && execution(* Tally.*(..))};
 *       or, for a type that is not woven, {@code target(guard) && call(* Ledger.book(..))}, which
 *       guards only callers that are woven;
 *   <li>the declaring class, as for {@code static synchronized}: {@link #criticalClassRegion};
 *   <li>a field of either, or a guard of one's own: bind the object as above, and map it in {@link
 *       #guard}.
 * </ul>
 *
 * A region is entered by the thread that executes it, under every model; it is re-entrant, nests
 * with others, and is left when it throws, whatever it throws and however little stack is left.
 *
 * <p>A hand-off to another thread is refused inside a region, on whatever thread: the guard would
 * be held while its caller waits. One that runs in place, in a {@code sequential} stage or in one
 * that its caller works for already, is allowed: it is a plain call, and nobody waits. So is a
 * spawn, but one that would have to wait for a place in a full stage is refused.
 *
 * <p>The server's own {@code wait}, {@code notify} and {@code notifyAll}, on the guard or on the
 * object that {@link #guard} maps to it, wait and signal there. How threads exclude each other is
 * the guard's {@link SynchronizationPolicy}: {@code monitor} unless configuration, or {@link
 * #policy}, says otherwise. One aspect serves all threads; it has no state of its own.
 */
public abstract aspect CriticalRegions {
  /** Nobody is within this type: the default of every pointcut. */
  private static final class Nothing {}

  /**
   * Regions of an object.
   *
   * @param guard what they exclude each other on, or what {@link #guard} maps to it: {@code this},
   *     the target, or an argument
   */
  protected pointcut criticalRegion(Object guard): within(Nothing) && this(guard);

  /** Regions of a class: what they exclude each other on is the class that declares the method. */
  protected pointcut criticalClassRegion(): within(Nothing);

  private final Regions regions = Bootstrap.regions(getClass(), policy());

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(Object bound): criticalRegion(bound) {
    Object guard = guard(bound);
    if (guard == bound ? plain() : unconditional()) {
      synchronized (guard) {
        return proceed(bound);
      }
    }
    RegionStack stack = stack();
    int outside = depth(stack);
    try {
      enter(stack, bound, guard);
      if (!monitor()) {
        return proceed(bound);
      }
      synchronized (guard) {
        return proceed(bound);
      }
    } finally {
      leave(stack, outside);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): criticalClassRegion() {
    Object bound = declaringClass(thisJoinPointStaticPart);
    Object guard = guard(bound);
    if (guard == bound ? plain() : unconditional()) {
      synchronized (guard) {
        return proceed();
      }
    }
    RegionStack stack = stack();
    int outside = depth(stack);
    try {
      enter(stack, bound, guard);
      if (!monitor()) {
        return proceed();
      }
      synchronized (guard) {
        return proceed();
      }
    } finally {
      leave(stack, outside);
    }
  }

  // The methods that the advice calls stand here. ajc 1.9.27 breaks off where advice that it
  // inlines calls methods with parameters of a class that it has not compiled.

  private static boolean plain() {
    return Regions.plain;
  }

  private static boolean unconditional() {
    return Regions.unconditional;
  }

  private boolean monitor() {
    return regions.monitor;
  }

  private static RegionStack stack() {
    return RegionStack.ofThread();
  }

  private static int depth(RegionStack stack) {
    return stack.depth();
  }

  private void enter(RegionStack stack, Object bound, Object guard) {
    regions.enter(stack, bound, guard);
  }

  private static void leave(RegionStack stack, int outside) {
    stack.leave(outside);
  }

  private static Class<?> declaringClass(JoinPoint.StaticPart region) {
    return Regions.declaringClass(region);
  }

  /**
   * The guard of a region, such as a field of the object, or one lock for several classes. It is
   * always the same for one object, and asked for at each entry.
   *
   * @param bound what {@link #criticalRegion} bound, or the class of {@link #criticalClassRegion}
   * @return the guard, not null; the object itself unless a sub-aspect says otherwise
   */
  protected Object guard(Object bound) {
    return bound;
  }

  /**
   * The policy that these regions are pinned to.
   *
   * @return null to leave it to configuration
   */
  protected String policy() {
    return null;
  }
}
