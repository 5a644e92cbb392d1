package cal.proactor;

import static cal.proactor.AioOperation.State.COMPLETED;
import static cal.proactor.AioOperation.State.DEFERRED;

import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Timers that are not due yet, as operations by their time. Thread-safe, without a lock. */
final class AioTimers {
  private final long epoch = System.nanoTime();
  private final AtomicLong serial = new AtomicLong();
  private final ConcurrentSkipListSet<AioOperation> byTime =
      new ConcurrentSkipListSet<>(
          Comparator.<AioOperation>comparingLong(timer -> timer.position() - epoch)
              .thenComparingLong(AioOperation::key));

  /**
   * Adds a timer, unless it is cancelled already.
   *
   * @return whether it is the first of all
   */
  boolean add(AioOperation timer) {
    timer.key(serial.incrementAndGet());
    byTime.add(timer);
    if (timer.state() != DEFERRED) {
      byTime.remove(timer);
    }
    return first() == timer;
  }

  /** Forgets a timer that was cancelled. */
  void remove(AioOperation timer) {
    byTime.remove(timer);
  }

  private AioOperation first() {
    try {
      return byTime.first();
    } catch (NoSuchElementException none) {
      return null;
    }
  }

  /** Nanoseconds until the next one is due, {@link Long#MAX_VALUE} if there is none. */
  long patience() {
    AioOperation next = first();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.position() - System.nanoTime());
  }

  /** Takes those that are due. */
  void expire(Consumer<AioOperation> due) {
    for (AioOperation next = first();
        next != null && next.position() - System.nanoTime() <= 0;
        next = first()) {
      if (byTime.remove(next) && next.moves(DEFERRED, COMPLETED)) {
        due.accept(next);
      }
    }
  }

  /** Those that are not due. */
  Iterable<AioOperation> all() {
    return byTime;
  }
}
