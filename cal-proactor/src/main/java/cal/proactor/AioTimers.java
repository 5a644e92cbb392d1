package cal.proactor;

import static cal.proactor.AioOperation.State.COMPLETED;
import static cal.proactor.AioOperation.State.DEFERRED;

import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Timers before their time, as operations. Thread-safe, without a lock. */
final class AioTimers {
  private final long epoch = System.nanoTime();
  private final AtomicLong serial = new AtomicLong();
  private final AtomicInteger count = new AtomicInteger();
  private final ConcurrentSkipListSet<AioOperation> byTime =
      new ConcurrentSkipListSet<>(
          Comparator.<AioOperation>comparingLong(timer -> timer.position() - epoch)
              .thenComparingLong(AioOperation::key));

  /**
   * Adds a timer, unless cancelled already.
   *
   * @return whether the timer is the first of all
   */
  boolean add(AioOperation timer) {
    timer.key(serial.incrementAndGet());
    count.incrementAndGet();
    byTime.add(timer);
    if (timer.state() != DEFERRED) {
      boolean unused = remove(timer);
    }
    return first() == timer;
  }

  /** Forgets a timer; false if there is none. */
  boolean remove(AioOperation timer) {
    boolean removed = byTime.remove(timer);
    if (removed) {
      count.decrementAndGet();
    }
    return removed;
  }

  /** Without a timer, the usual case, the set would throw. */
  private AioOperation first() {
    if (count.get() == 0) {
      return null;
    }
    try {
      return byTime.first();
    } catch (NoSuchElementException none) {
      return null;
    }
  }

  /** Nanoseconds until the next timer is due, {@link Long#MAX_VALUE} without a timer. */
  long patience() {
    AioOperation next = first();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.position() - System.nanoTime());
  }

  /** Takes the due timers. */
  void expire(Consumer<AioOperation> due) {
    for (AioOperation next = first();
        next != null && next.position() - System.nanoTime() <= 0;
        next = first()) {
      if (remove(next) && next.moves(DEFERRED, COMPLETED)) {
        due.accept(next);
      }
    }
  }

  /** The timers before their time. */
  Iterable<AioOperation> all() {
    return byTime;
  }
}
