package cal.core.internal.region;

import cal.core.internal.support.Describer;
import cal.core.internal.support.StackRoom;
import cal.core.internal.support.WeakIdentityMap;
import cal.core.spi.SynchronizationPolicy;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The critical regions that one thread is inside of, whichever thread it is: a worker, {@code
 * main}, one of JMX. A hand-off from inside one is an error; {@code wait} and {@code notify} find
 * their guard here.
 *
 * <p>For its own thread alone, but for its {@link View}, which others ask for when a drain stalls.
 * Entries are used again: entering allocates nothing.
 *
 * <p>What was entered is left, whatever is thrown where. A thread goes back to the depth at which
 * it was, {@linkplain #leave however deep} it is now: what could not be left at its own edge, since
 * no stack was left there for it, is left with the region around it, or at the end of the step.
 */
public final class RegionStack {
  private static final ThreadLocal<RegionStack> OF_THREAD = new ThreadLocal<>();
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Those that are or were inside by a policy of its own; the JVM knows who holds a monitor. */
  private static final WeakIdentityMap<RegionStack> NOTED = new WeakIdentityMap<>();

  /** Whether any thread has one: most servers' hand-offs need not look further. */
  private static volatile boolean used;

  /** A region that is entered: the guard, and the object that stands for it in the server. */
  private static final class Entry {
    private final Entry outer;
    private Entry inner;
    private Object bound;
    private Object guard;
    private SynchronizationPolicy policy;

    /** Whether the policy has let the thread in. */
    private boolean entered;

    /** Monitors that were entered from here, each by the object that the server knows it as. */
    private int monitors;

    Entry(Entry outer) {
      this.outer = outer;
    }

    Entry inner() {
      if (inner == null) {
        inner = new Entry(this);
      }
      return inner;
    }
  }

  /** The innermost region; the one without an outer one is none. */
  private Entry top = new Entry(null);

  /** How many regions the thread is inside of, or about to be. */
  private int depth;

  /** Whom this is of, where others may ask. */
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

  /** What {@link #leave} goes back to: to be asked before a region is entered. */
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
    Entry entry = top.inner();
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
      Entry entry = top;
      if (entry.monitors > 0) {
        entry.monitors--;
        depth--;
      } else {
        leave(entry);
      }
    }
  }

  private void leave(Entry entry) {
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

  private void forget(Entry entry) {
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
   * Waits on the guard that an object is or stands for, as {@link Object#wait(long, int)}.
   *
   * @return false if there is none, so that the JVM's own monitor is meant
   */
  @SuppressWarnings("WaitNotInLoop") // The loop is the server's.
  public static boolean await(Object object, long millis, int nanos) throws InterruptedException {
    Entry entry = entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.wait(millis, nanos);
      return true;
    }
    if (millis < 0 || nanos < 0 || nanos >= NANOS_PER_MILLI) {
      throw new IllegalArgumentException("timeout=" + millis + " ms, " + nanos + " ns");
    }
    RegionStack stack = OF_THREAD.get();
    StackRoom.require();
    stack.awaited = entry.policy;
    stack.pending = entry.guard;
    try {
      entry.policy.await(entry.guard, nanos(millis, nanos));
    } finally {
      stack.pending = null;
    }
    return true;
  }

  private static long nanos(long millis, int nanos) {
    long sum = TimeUnit.MILLISECONDS.toNanos(millis) + nanos;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** The same for {@link Object#notify()}. */
  public static boolean signal(Object object) {
    Entry entry = entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.notify();
    } else {
      StackRoom.require();
      entry.policy.signal(entry.guard);
    }
    return true;
  }

  /** The same for {@link Object#notifyAll()}. */
  public static boolean signalAll(Object object) {
    Entry entry = entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.notifyAll();
    } else {
      StackRoom.require();
      entry.policy.signalAll(entry.guard);
    }
    return true;
  }

  /** The region whose guard an object is, or else stands for; null where its monitor is held. */
  private static Entry entry(Object object) {
    RegionStack stack = OF_THREAD.get();
    if (stack == null) {
      return null;
    }
    Entry mapped = null;
    for (Entry entry = stack.top; entry.outer != null; entry = entry.outer) {
      if (entry.guard == object) {
        return entry;
      }
      if (mapped == null && entry.bound == object) {
        mapped = entry;
      }
    }
    return mapped == null || Thread.holdsLock(object) ? null : mapped;
  }

  /**
   * What a thread is inside of and waits for, as another thread sees it: exact if it stands still.
   *
   * @param thread the thread
   * @param guards those that it is inside of, but for monitors
   * @param pending what it waits for; null for nothing
   * @param awaits whether it waits there for a signal
   */
  public record View(Thread thread, List<String> guards, String pending, boolean awaits) {}

  /** Visits the threads that have been inside of regions which are no monitors. */
  public static void forEach(Consumer<View> visitor) {
    for (RegionStack stack : NOTED.values()) {
      Thread thread = stack.thread.get();
      if (thread != null) {
        visitor.accept(stack.view(thread));
      }
    }
  }

  private View view(Thread of) {
    Object waited = pending;
    SynchronizationPolicy within = awaited;
    boolean signal = waited != null && within != null && within.awaitsSignal(waited, of);
    List<String> guards = new ArrayList<>();
    for (Entry entry = top; entry.outer != null; entry = entry.outer) {
      Object guard = entry.guard;
      if (entry.policy != null && guard != null) {
        guards.add(Describer.identity(guard));
      }
    }
    return new View(of, guards, waited == null ? null : Describer.identity(waited), signal);
  }
}
