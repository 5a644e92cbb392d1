package cal.jcsp;

import cal.core.spi.SynchronizationPolicy;
import java.util.Arrays;
import java.util.Objects;

/**
 * The policy {@code csp}: a region is entered by communication with the guard's oracle, a process
 * that listens to one thread at a time (CAL paper, section 3.5).
 *
 * <p>A guard has an oracle, on a platform thread {@code cal-csp-oracle-<n>}, while any thread is
 * inside, asks to be, or waits there, and none before or after: an unused guard costs nothing, and
 * is not kept. Threads, signalled threads included, are let in by order of request. A thread with
 * an error, for example without a thread for an oracle, is outside, and the guard serves the
 * others. Thread-safe.
 */
public final class CspPolicy implements SynchronizationPolicy {
  /** The name of this policy in settings. */
  public static final String NAME = "csp";

  /** More than there are cores, mostly: threads of different guards seldom meet. */
  private static final int SHARDS = 64;

  private final CspThreads threads;
  private final Shard[] shards = new Shard[SHARDS];

  /** For {@link java.util.ServiceLoader}. */
  public CspPolicy() {
    this(new CspThreads());
  }

  CspPolicy(CspThreads threads) {
    this.threads = threads;
    Arrays.setAll(shards, shard -> new Shard());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void enter(Object guard) {
    Objects.requireNonNull(guard, "guard");
    Shard shard = shard(guard);
    Region used = shard.find(guard);
    if (used != null && used.isInside()) {
      used.enterAgain();
      return;
    }
    Entrant entrant = threads.entrant();
    Region region = join(shard, guard);
    try {
      region.enter(entrant);
    } catch (Throwable failure) {
      leave(shard, guard, region);
      throw failure;
    }
  }

  private Shard shard(Object guard) {
    return shards[System.identityHashCode(guard) % SHARDS];
  }

  /**
   * Finds or opens the region of a guard. Two threads at a time each start an oracle, and the
   * second oracle is ended. A thread without an oracle has promised nothing to anybody.
   */
  private Region join(Shard shard, Object guard) {
    Region region = shard.join(guard);
    if (region != null) {
      return region;
    }
    Region fresh = new Region(threads);
    fresh.open();
    try {
      region = shard.joinOr(guard, fresh);
    } finally {
      if (region != fresh) {
        fresh.close();
      }
    }
    return region;
  }

  @Override
  public void exit(Object guard) {
    Region region = inside(guard);
    if (region.exit()) {
      leave(shard(guard), guard, region);
    }
  }

  private static void leave(Shard shard, Object guard, Region region) {
    if (shard.leave(guard, region)) {
      region.close();
    }
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

  @Override
  public boolean awaitsSignal(Object guard, Thread thread) {
    Region region = shard(guard).find(guard);
    return region != null && region.awaitsSignal(thread);
  }

  private Region inside(Object guard) {
    Region region = shard(guard).find(guard);
    if (region == null || !region.isInside()) {
      throw new IllegalMonitorStateException(
          Thread.currentThread() + " is not inside the region of a guard of " + guard.getClass());
    }
    return region;
  }

  /** How many guards threads use now. */
  int guardsInUse() {
    return Arrays.stream(shards).mapToInt(Shard::size).sum();
  }
}
