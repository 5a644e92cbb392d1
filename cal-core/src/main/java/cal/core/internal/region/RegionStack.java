package cal.core.internal.region;

import cal.core.internal.support.Describer;
import cal.core.internal.support.StackRoom;
import cal.core.internal.support.WeakIdentityMap;
import cal.core.spi.SynchronizationPolicy;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The critical regions that one thread is inside of, whichever thread it is: a worker, {@code
 * main}, one of JMX. A hand-off from inside one is an error; {@link Conditions} find their guard
 * here.
 *
 * <p>For its own thread alone, but for its {@link RegionView}, which others ask for when a drain
 * stalls. Entries are used again: entering allocates nothing.
 *
 * <p>Each region that was entered is left, whatever is thrown where. A thread goes back to the
 * depth at which it was, {@linkplain #leave however deep} it is now. A region that could not be
 * left at its own edge, since no stack was left there for it, is left with the region around it, or
 * at the end of the step.
 */
public final class RegionStack {
  private static final ThreadLocal<RegionStack> OF_THREAD = new ThreadLocal<>();

  /** Those that are or were inside by a policy of its own; the JVM knows who holds a monitor. */
  private static final WeakIdentityMap<RegionStack> NOTED = new WeakIdentityMap<>();

  /** Whether any thread has one: most servers' hand-offs need not look further. */
  private static volatile boolean used;

  /** The innermost region; the one without an outer one is none. */
  private RegionEntry top = new RegionEntry(null);

  /** How many regions the thread is inside of, or about to be. */
  private int depth;

  /** The thread of this stack, where others may ask. */
  private WeakReference<Thread> thread;

  private boolean noted;

  /** Whether the thread was seen to be inside of nothing after all threads had begun to note. */
  private boolean complete;

  /** The guard that the thread waits to enter or, where it is {@link #awaited}, waits on. */
  private volatile Object pending;

  /** The policy under which it waits inside; null while it enters. */
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

  /** How many regions the calling thread is inside of, whoever notes them. */
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

  /** The depth that {@link #leave} goes back to: to be asked before a region is entered. */
  public int depth() {
    return depth;
  }

  /** Enters the monitor of the very object that the server waits on: nothing else matters of it. */
  void enterMonitor() {
    top.monitors++;
    depth++;
  }

  /** Enters a region. Whatever this throws, {@link #leave} undoes what of it was done. */
  public void enter(Object bound, Object guard, SynchronizationPolicy policy) {
    Objects.requireNonNull(guard, "guard");
    if (policy != null) {
      StackRoom.require();
      note();
    }
    RegionEntry entry = top.inner();
    entry.bound = bound;
    entry.guard = guard;
    entry.policy = policy;
    entry.entered = false;
    top = entry;
    depth++;
    if (policy != null) {
      awaited = null;
      pending = guard;
      try {
        policy.enter(guard);
        entry.entered = true;
      } finally {
        pending = null;
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
   * Leaves all regions that were entered from a depth on. A region that cannot be left now, since
   * its policy throws an error, stays the innermost one.
   *
   * @param outside what {@link #depth} was before
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

  private void leave(RegionEntry entry) {
    if (entry.entered) {
      try {
        entry.policy.exit(entry.guard);
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

  /** From the first call on, all threads note what they enter. */
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
   * Waits on the guard of a region that the calling thread is inside of, under its policy.
   *
   * @param nanos how long; 0 for ever
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

  /** The region whose guard an object is, or else stands for; null where its monitor is held. */
  static RegionEntry entry(Object object) {
    RegionStack stack = OF_THREAD.get();
    if (stack == null) {
      return null;
    }
    RegionEntry mapped = null;
    for (RegionEntry entry = stack.top; entry.outer != null; entry = entry.outer) {
      if (entry.guard == object) {
        return entry;
      }
      if (mapped == null && entry.bound == object) {
        mapped = entry;
      }
    }
    return mapped == null || Thread.holdsLock(object) ? null : mapped;
  }

  /** Visits the threads that have been inside of regions which are no monitors. */
  public static void forEach(Consumer<RegionView> visitor) {
    for (RegionStack stack : NOTED.values()) {
      Thread thread = stack.thread.get();
      if (thread != null) {
        visitor.accept(stack.view(thread));
      }
    }
  }

  private RegionView view(Thread of) {
    Object waited = pending;
    SynchronizationPolicy within = awaited;
    boolean signal = waited != null && within != null && within.awaitsSignal(waited, of);
    List<String> guards = new ArrayList<>();
    for (RegionEntry entry = top; entry.outer != null; entry = entry.outer) {
      Object guard = entry.guard;
      if (entry.policy != null && guard != null) {
        guards.add(Describer.identity(guard));
      }
    }
    return new RegionView(of, guards, waited == null ? null : Describer.identity(waited), signal);
  }
}
