package cal.core.internal.region;

import cal.core.internal.support.Describer;
import cal.core.internal.support.StackRoom;
import cal.core.internal.support.ThreadLocals;
import cal.core.internal.support.WeakIdentityMap;
import cal.core.spi.SynchronizationPolicy;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

/**
 * The critical regions around a thread of any kind: a worker, {@code main}, a thread of JMX. A
 * hand-off from inside a region is an error; {@link Conditions} find their guard here.
 *
 * <p>For the own thread alone, except for the {@link RegionView}, for others during a stalled
 * drain. Entries are used again: entering allocates nothing.
 *
 * <p>Each entered region is left, whatever is thrown where. A thread goes back to the former depth,
 * {@linkplain #leave however deep} now. A region that could not be left at its own edge, for want
 * of stack, is left with the region around, or at the end of the step.
 */
public final class RegionStack {
  private static final ThreadLocal<RegionStack> OF_THREAD = new ThreadLocals.Own<>();

  /**
   * Threads inside, now or before, by a policy other than monitors; the JVM knows the holder of a
   * monitor.
   */
  private static final WeakIdentityMap<RegionStack> NOTED = new WeakIdentityMap<>();

  private static final AtomicReferenceFieldUpdater<RegionStack, Object> PENDING =
      AtomicReferenceFieldUpdater.newUpdater(RegionStack.class, Object.class, "pending");

  /** Whether any thread has a stack: most servers' hand-offs need not look further. */
  private static volatile boolean used;

  /** The innermost region; a region without an outer region is none. */
  private RegionEntry top = new RegionEntry(null);

  /** How many regions the thread is inside of, or about to be. */
  private int depth;

  /** The thread of this stack, where others may ask. */
  private WeakReference<Thread> thread;

  private boolean noted;

  /** Whether the thread was seen to be inside of nothing after all threads had begun to note. */
  private boolean complete;

  /**
   * The guard that the thread waits to enter, or to be signalled by (see {@link #awaited}). Others
   * need the guard of a thread that stands still, so an entry writes without a fence.
   */
  private volatile Object pending;

  /** The policy of a wait inside; null during an entry. */
  private SynchronizationPolicy awaited;

  private RegionStack() {}

  public static RegionStack ofThread() {
    RegionStack stack = OF_THREAD.get();
    return stack == null ? make() : stack;
  }

  private static RegionStack make() {
    RegionStack stack = new RegionStack();
    OF_THREAD.set(stack);
    used = true;
    return stack;
  }

  /** The number of regions around the calling thread, of any policy. */
  public static int depthOfThread() {
    RegionStack stack = used ? OF_THREAD.get() : null;
    return stack == null ? 0 : stack.depth;
  }

  /** {@link #leave} of the calling thread's stack. */
  public static void leaveOfThread(int outside) {
    RegionStack stack = used ? OF_THREAD.get() : null;
    if (stack != null) {
      stack.leave(outside);
    }
  }

  /** The depth for {@link #leave}, to be asked before an entry. */
  public int depth() {
    return depth;
  }

  /** Enters the monitor of the very object of the server's wait: nothing else matters. */
  void enterMonitor() {
    top.monitors++;
    depth++;
  }

  /** Enters a region. After any exception, {@link #leave} undoes a partial entry. */
  public void enter(Object bound, Object guard, SynchronizationPolicy policy) {
    enter(bound, guard, policy, false);
  }

  /** The same of a region that perhaps only reads. */
  void enter(Object bound, Object guard, SynchronizationPolicy policy, boolean shared) {
    Objects.requireNonNull(guard, "guard");
    if (policy != null) {
      StackRoom.require();
      note();
    }
    RegionEntry entry = top.inner();
    entry.bound = bound;
    entry.guard = guard;
    entry.policy = policy == null ? null : policy.forGuard(guard);
    entry.shared = shared;
    entry.entered = false;
    top = entry;
    depth++;
    if (policy != null) {
      awaited = null;
      PENDING.lazySet(this, guard);
      try {
        if (shared) {
          entry.policy.enterShared(guard);
        } else {
          entry.policy.enter(guard);
        }
        entry.entered = true;
      } finally {
        PENDING.lazySet(this, null);
      }
    }
  }

  private void note() {
    if (!noted) {
      thread = new WeakReference<>(Thread.currentThread());
      NOTED.get(Thread.currentThread(), () -> this);
      noted = true;
    }
  }

  /**
   * Leaves all regions from a depth on. A region that cannot be left now, by an error of its
   * policy, stays the innermost region.
   *
   * @param outside {@link #depth} before the entry
   */
  public void leave(int outside) {
    while (depth > outside) {
      RegionEntry entry = top;
      if (entry.monitors > 0) {
        entry.monitors--;
        depth--;
      } else {
        leave(entry);
      }
    }
  }

  /**
   * Leaves the innermost region of a guard, with regions inside that could not be left.
   *
   * @throws IllegalMonitorStateException if the calling thread is in no region of the guard
   */
  public void leaveGuard(Object guard) {
    int outside = depth;
    for (RegionEntry entry = top; entry.outer != null; entry = entry.outer) {
      outside -= entry.monitors + 1;
      if (entry.guard == guard) {
        leave(outside);
        return;
      }
    }
    throw new IllegalMonitorStateException(
        "the thread is in no region of " + Describer.identity(guard));
  }

  /** Whether the calling thread is in a region with an object as guard. */
  public static boolean holds(Object object) {
    return entry(object) != null;
  }

  private void leave(RegionEntry entry) {
    if (entry.entered) {
      try {
        if (entry.shared) {
          entry.policy.exitShared(entry.guard);
        } else {
          entry.policy.exit(entry.guard);
        }
      } catch (IllegalMonitorStateException outsideAlready) {
        forget(entry);
        throw outsideAlready;
      }
    }
    forget(entry);
  }

  private void forget(RegionEntry entry) {
    top = entry.outer;
    depth--;
    entry.bound = null;
    entry.guard = null;
    entry.policy = null;
    entry.entered = false;
  }

  /** From the first call on, all threads note entries. */
  public static void requireOutside(String stage) {
    Regions.handOff();
    if (inside()) {
      throw new IllegalStateException(
          "a hand-off to stage="
              + stage
              + " was made inside a critical region, whose guard"
              + " would be held while others need it; hand off before the region or after it");
    }
    ofThread().complete = true;
  }

  /** Whether the calling thread is inside a region, noted or not. */
  public static boolean inside() {
    RegionStack stack = OF_THREAD.get();
    if (stack == null) {
      return Regions.isOnStack();
    }
    return stack.depth > 0 || (!stack.complete && Regions.isOnStack());
  }

  /**
   * Waits on the guard of a region around the calling thread, under the region's policy.
   *
   * @param nanos the longest wait; 0 for ever
   */
  static void await(RegionEntry entry, long nanos) throws InterruptedException {
    RegionStack stack = OF_THREAD.get();
    StackRoom.require();
    stack.awaited = entry.policy;
    stack.pending = entry.guard;
    try {
      entry.policy.await(entry.guard, nanos);
    } finally {
      stack.pending = null;
    }
  }

  /**
   * The region with an object as guard, or in place of the guard, or else the innermost with a key;
   * null where the object's monitor is held.
   */
  static RegionEntry entry(Object object) {
    RegionStack stack = OF_THREAD.get();
    if (stack == null) {
      return null;
    }
    RegionEntry found = stack.top.find(object);
    return found == null || found.guard == object || !Thread.holdsLock(object) ? found : null;
  }

  /** The innermost region; one without an outer region is none. */
  RegionEntry top() {
    return top;
  }

  /** Visits the threads with a present or former region other than a monitor. */
  public static void forEach(Consumer<RegionView> visitor) {
    for (RegionStack stack : NOTED.values()) {
      Thread thread = stack.thread.get();
      if (thread != null) {
        visitor.accept(new RegionView(thread, stack.pending, stack.awaited, stack.top));
      }
    }
  }
}
