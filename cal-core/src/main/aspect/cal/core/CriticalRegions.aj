package cal.core;

import cal.core.internal.region.RegionStack;
import cal.core.internal.region.Regions;
import cal.core.internal.start.Bootstrap;
import cal.core.internal.support.Thrown;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Takes synchronization out of a server: the critical regions are methods, made exclusive by this
 * aspect (CAL paper, sections 3.1, rule 3, and 3.5).
 *
 * <p>A sub-aspect names the methods that are regions, and the guard of each:
 *
 * <ul>
 *   <li>the object: {@code criticalRegion(Object guard): this(guard) && execution(* Tally.*(..))};
 *       or, for an unwoven type, {@code target(guard) && call(* Ledger.book(..))}, which guards
 *       only woven callers;
 *   <li>the declaring class, as for {@code static synchronized}: {@link #criticalClassRegion};
 *   <li>a field of either, or another guard: bind the object as above, and map the object in {@link
 *       #guard};
 *   <li>a key, as an argument: bind the argument, and map the argument by {@link #stripe}.
 * </ul>
 *
 * <p>Methods that only read stand in {@link #criticalSharedRegion}: policies such as {@code
 * shared} let their threads in together.
 *
 * <p>A region is entered by its executing thread, under every model. Regions are re-entrant, nest,
 * and are left on every exception, however little stack is left.
 *
 * <p>A hand-off to another thread is refused inside a region, on whatever thread: the guard would
 * be held while the caller waits. A hand-off in place, in a {@code sequential} stage or in a stage
 * of the caller's chain, is allowed: a plain call, without a wait. A spawn is allowed, too, unless
 * the caller would have to wait for a place in a full stage.
 *
 * <p>The server's own {@code wait}, {@code notify} and {@code notifyAll}, on the guard or on an
 * object mapped to the guard by {@link #guard}, wait and signal there. The exclusion is the guard's
 * {@link SynchronizationPolicy}: {@code monitor} unless configuration, or {@link #policy}, says
 * otherwise. A single aspect serves all threads, without state.
 */
public abstract aspect CriticalRegions {
  /** Nobody is within this type: the default of every pointcut. */
  private static final class Nothing {}

  /**
   * Regions of an object.
   *
   * @param guard of the regions, or an object mapped by {@link #guard}: {@code this}, the target,
   *     or an argument
   */
  protected pointcut criticalRegion(Object guard): within(Nothing) && this(guard);

  /**
   * Regions of an object, as {@link #criticalRegion}, whose methods write nothing that others use:
   * the weaver proves so.
   */
  protected pointcut criticalSharedRegion(Object guard): within(Nothing) && this(guard);

  /** Regions of a class: the guard is the declaring class of the method. */
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
  Object around(Object bound): criticalSharedRegion(bound) {
    Object guard = guard(bound);
    if (guard == bound ? plain() : unconditional()) {
      synchronized (guard) {
        return proceed(bound);
      }
    }
    long glanced = glance(guard);
    if (glanced != 0) {
      try {
        Object seen = proceed(bound);
        if (isValid(guard, glanced)) {
          return seen;
        }
      } catch (Throwable thrown) { // perhaps since a thread was writing
        if (isValid(guard, glanced)) {
          throw asIs(thrown);
        }
      }
    }
    RegionStack stack = stack();
    int outside = depth(stack);
    try {
      enterShared(stack, bound, guard, thisJoinPointStaticPart);
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

  /** The join point tells a weaver's record that this is the advice of regions that read. */
  private void enterShared(
      RegionStack stack, Object bound, Object guard, JoinPoint.StaticPart region) {
    regions.enter(stack, bound, guard, true);
  }

  private long glance(Object guard) {
    return regions.glance(guard);
  }

  private static RuntimeException asIs(Throwable thrown) {
    return Thrown.asIs(thrown);
  }

  private boolean isValid(Object guard, long glanced) {
    return regions.isValid(guard, glanced);
  }

  private static void leave(RegionStack stack, int outside) {
    stack.leave(outside);
  }

  private static Class<?> declaringClass(JoinPoint.StaticPart region) {
    return Regions.declaringClass(region);
  }

  /**
   * The guard of a region, such as a field of the object, or a lock for several classes. An object
   * always has the same guard, asked for at each entry.
   *
   * @param bound the object of {@link #criticalRegion}, or the class of {@link
   *     #criticalClassRegion}
   * @return the guard, not null; the object itself unless a sub-aspect or a file says otherwise
   */
  protected Object guard(Object bound) {
    return regions.guard(bound);
  }

  /**
   * The guard of a key: equal keys have the same guard, by {@link Object#hashCode()}, and other
   * keys may have the same. A thread is in the regions of one key at a time, and waits there for
   * other threads by {@code wait} alone, of any object.
   *
   * @param key null counts as a key
   * @return one of a fixed number of guards, of this aspect alone
   */
  protected final Object stripe(Object key) {
    return regions.stripe(key);
  }

  /**
   * The pinned policy of these regions.
   *
   * @return null to leave it to configuration
   */
  protected String policy() {
    return null;
  }
}
