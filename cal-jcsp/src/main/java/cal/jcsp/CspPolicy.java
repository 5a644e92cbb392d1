package cal.jcsp;

import cal.core.SynchronizationPolicy;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * The policy {@code csp}: a region is entered by communication with the guard's oracle, a process
 * that listens to one thread at a time (CAL paper, section 3.5).
 *
 * <p>A guard has an oracle, on a virtual thread {@code cal-csp-oracle-<n>}, while any thread is
 * inside, asks to be, or waits there, and none before or after: an unused guard costs nothing, and
 * is not kept. Threads are let in in the order in which they asked, those that were signalled
 * included. Thread-safe.
 */
public final class CspPolicy implements SynchronizationPolicy {
  /** The name that selects this policy. */
  public static final String NAME = "csp";

  private final CspThreads threads;

  /** The regions that threads use now; its own lock, held for moments, guards it. */
  private final IdentityHashMap<Object, Region> inUse = new IdentityHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public CspPolicy() {
    this(new CspThreads());
  }

  CspPolicy(CspThreads threads) {
    this.threads = threads;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void enter(Object guard) {
    Objects.requireNonNull(guard, "guard");
    Region region = use(guard);
    try {
      region.enter();
    } catch (Throwable failure) {
      if (!region.isInside()) {
        leave(guard, region);
      }
      throw failure;
    }
  }

  private Region use(Object guard) {
    synchronized (inUse) {
      Region region = inUse.get(guard);
      if (region == null) {
        region = new Region(threads);
        region.open();
        inUse.put(guard, region);
      }
      if (!region.isInside()) {
        region.users++;
      }
      return region;
    }
  }

  @Override
  public void exit(Object guard) {
    Region region = inside(guard);
    if (region.exit()) {
      leave(guard, region);
    }
  }

  private void leave(Object guard, Region region) {
    synchronized (inUse) {
      if (--region.users > 0) {
        return;
      }
      inUse.remove(guard);
    }
    region.close();
  }

  @Override
  public void await(Object guard, long nanos) throws InterruptedException {
    inside(guard).await(nanos);
  }

  @Override
  public void signal(Object guard) {
    inside(guard).signal();
  }

  @Override
  public void signalAll(Object guard) {
    inside(guard).signalAll();
  }

  private Region inside(Object guard) {
    Region region;
    synchronized (inUse) {
      region = inUse.get(guard);
    }
    if (region == null || !region.isInside()) {
      throw new IllegalMonitorStateException(
          Thread.currentThread() + " is not inside the region of a guard of " + guard.getClass());
    }
    return region;
  }

  /** How many guards threads use now. */
  int guardsInUse() {
    synchronized (inUse) {
      return inUse.size();
    }
  }
}
