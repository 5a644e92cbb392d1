package cal.sample.upload;

import java.util.function.LongSupplier;

/**
 * The number of frames inside a store, summed over time: the measure of a server's utilization (the
 * ACE study of threaded servers, section 5.3).
 *
 * <p>Not thread-safe by itself: each method that is not private is a critical region, guarded by
 * the object.
 */
final class StoreLoad implements StoreLoadMXBean {

  private final LongSupplier clock;
  private long requests;
  private long busyNanos;
  private long usedNanos;
  private int inside;
  private long since;

  /** Begins with nothing, by a clock in nanoseconds. */
  StoreLoad(LongSupplier clock) {
    this.clock = clock;
  }

  /** A frame comes in. */
  void begin() {
    advance();
    inside++;
  }

  /** A frame is done with. */
  void end() {
    advance();
    inside--;
    requests++;
  }

  @Override
  public long getRequests() {
    return requests;
  }

  @Override
  public long getBusyNanos() {
    advance();
    return busyNanos;
  }

  @Override
  public long getUsedNanos() {
    advance();
    return usedNanos;
  }

  private void advance() {
    long now = clock.getAsLong();
    busyNanos += inside * (now - since);
    usedNanos += inside > 0 ? now - since : 0;
    since = now;
  }
}
