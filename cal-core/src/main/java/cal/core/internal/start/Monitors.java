package cal.core.internal.start;

import cal.core.internal.region.RegionStack;
import cal.core.internal.region.Regions;
import cal.core.internal.support.Describer;

/**
 * The regions that were monitors of a binary: the entry of classes changed by the weaver, in place
 * of the JVM's {@code monitorenter} and {@code monitorexit} (JVM specification, section 6.5). For
 * any thread.
 */
public final class Monitors {
  private static final ClassValue<Regions> REGIONS =
      new ClassValue<>() {
        @Override
        protected Regions computeValue(Class<?> aspect) {
          return Bootstrap.regions(aspect, null);
        }
      };

  private Monitors() {}

  /**
   * Enters the region of an object.
   *
   * @param aspect the aspect of the regions, made from a file
   * @throws NullPointerException as the instruction
   * @throws IllegalStateException if the thread holds the object's own monitor: the regions do not
   *     exclude that
   */
  public static void enter(Object guard, Class<?> aspect) {
    if (Thread.holdsLock(guard)) {
      throw new IllegalStateException(
          "the monitor of "
              + Describer.identity(guard)
              + " is held, and its regions are no monitors (monitors: in cal.yaml); name the class"
              + " that holds it as well");
    }
    Regions regions = REGIONS.get(aspect);
    RegionStack stack = RegionStack.ofThread();
    int outside = stack.depth();
    try {
      regions.enter(stack, guard, guard);
    } catch (Throwable failure) {
      stack.leave(outside);
      throw failure;
    }
  }

  /**
   * Leaves the region of an object.
   *
   * @param aspect the aspect of the regions
   * @throws IllegalMonitorStateException if the calling thread is outside
   */
  public static void exit(Object guard, Class<?> aspect) {
    RegionStack.ofThread().leaveGuard(guard);
  }

  /** In place of {@link Thread#holdsLock}. */
  public static boolean holds(Object object) {
    return Thread.holdsLock(object) || RegionStack.holds(object);
  }
}
