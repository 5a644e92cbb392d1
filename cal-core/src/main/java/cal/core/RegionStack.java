package cal.core;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The critical regions that one thread is inside of, whichever thread it is: a carrier, {@code
 * main}, one of JMX. A hand-off from inside one is an error; {@code wait} and {@code notify} find
 * their guard here.
 *
 * <p>For its own thread alone. Entries are used again: entering allocates nothing.
 */
final class RegionStack {
  private static final ThreadLocal<RegionStack> OF_THREAD = new ThreadLocal<>();
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Whether any thread has one: most servers' hand-offs need not look further. */
  private static volatile boolean used;

  /** A region that is entered: the guard, and the object that stands for it in the server. */
  private static final class Entry {
    private final Entry outer;
    private Entry inner;
    private Object bound;
    private Object guard;
    private SynchronizationPolicy policy;

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

  private RegionStack() {}

  static RegionStack ofThread() {
    RegionStack stack = OF_THREAD.get();
    return stack == null ? make() : stack;
  }

  private static RegionStack make() {
    RegionStack stack = new RegionStack();
    OF_THREAD.set(stack);
    used = true;
    return stack;
  }

  RegionStack enter(Object bound, Object guard, SynchronizationPolicy policy) {
    Objects.requireNonNull(guard, "guard");
    Entry entry = top.inner();
    entry.bound = bound;
    entry.guard = guard;
    entry.policy = policy;
    if (policy != null) {
      policy.enter(guard);
    }
    top = entry;
    return this;
  }

  void leave() {
    Entry entry = top;
    top = entry.outer;
    SynchronizationPolicy policy = entry.policy;
    Object guard = entry.guard;
    entry.bound = null;
    entry.guard = null;
    entry.policy = null;
    if (policy != null) {
      policy.exit(guard);
    }
  }

  static void requireOutside(Stage stage) {
    if (used && inside()) {
      throw new IllegalStateException(
          "a hand-off to stage="
              + stage.name()
              + " was made inside a critical region, whose guard"
              + " would be held while others need it; hand off before the region or after it");
    }
  }

  private static boolean inside() {
    RegionStack stack = OF_THREAD.get();
    return stack != null && stack.top.outer != null;
  }

  /**
   * Waits on the guard that an object is or stands for, as {@link Object#wait(long, int)}.
   *
   * @return false if there is none, so that the JVM's own monitor is meant
   */
  @SuppressWarnings("WaitNotInLoop") // The loop is the server's.
  static boolean await(Object object, long millis, int nanos) throws InterruptedException {
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
    entry.policy.await(entry.guard, nanos(millis, nanos));
    return true;
  }

  private static long nanos(long millis, int nanos) {
    long sum = TimeUnit.MILLISECONDS.toNanos(millis) + nanos;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** The same for {@link Object#notify()}. */
  static boolean signal(Object object) {
    Entry entry = entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.notify();
    } else {
      entry.policy.signal(entry.guard);
    }
    return true;
  }

  /** The same for {@link Object#notifyAll()}. */
  static boolean signalAll(Object object) {
    Entry entry = entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.notifyAll();
    } else {
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
}
