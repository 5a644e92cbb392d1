package cal.reactive.internal.loop;

import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The timers of a loop, by due time. Thread-safe, by a spin lock held for some comparisons. Times
 * are of {@link System#nanoTime}.
 *
 * <p>Most timers are set again and again and never expire, so a later time, or a clear, only leaves
 * a note: the timer keeps its place, and moves at the old time.
 */
public final class Timers {
  /** The answer of {@link #next} where no timer is placed. */
  static final long NEVER = Long.MAX_VALUE;

  private static final long CENTURY_NANOS = TimeUnit.DAYS.toNanos(36_525);

  private static final Comparator<Timer> BY_PLACE =
      Comparator.<Timer>comparingLong(timer -> timer.place)
          .thenComparingLong(timer -> timer.ticket);

  /** A wait with a deadline; the fields are guarded by the wait's timers. */
  public abstract static class Timer {
    private boolean set;
    private long due;
    private boolean placed;
    private long place;
    private long ticket;

    /** Called by the loop when the timer is due. */
    protected abstract void expired();
  }

  private final TreeSet<Timer> places = new TreeSet<>(BY_PLACE);
  private final AtomicBoolean locked = new AtomicBoolean();
  private final long epoch = System.nanoTime();
  private long tickets;

  /** Tells how long input has waited, on any thread: soon is enough, hence opaque. */
  private final AtomicLong lookedAt = new AtomicLong(epoch);

  /** The deadline in so many milliseconds, never 0; in a century at the latest. */
  public static long deadlineIn(long millis) {
    return System.nanoTime() + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), CENTURY_NANOS) | 1;
  }

  /** Whether a deadline has passed; 0 is none. */
  public static boolean isPast(long deadline) {
    return deadline != 0 && deadline - System.nanoTime() <= 0;
  }

  /** Nobody waits in a queue, with a virtual thread perhaps before its loop's own thread. */
  private void lock() {
    while (locked.get() || !locked.compareAndSet(false, true)) {
      Thread.yield();
    }
  }

  private void unlock() {
    locked.set(false);
  }

  /**
   * Sets a timer, perhaps anew.
   *
   * @return whether the timer is now the first of all
   */
  public boolean set(Timer timer, long due) {
    lock();
    try {
      timer.set = true;
      timer.due = due - epoch;
      if (timer.placed && timer.place <= timer.due) {
        return false;
      }
      unplace(timer);
      place(timer);
      return places.first() == timer;
    } finally {
      unlock();
    }
  }

  /** Clears a timer that may be set again. */
  public void clear(Timer timer) {
    lock();
    try {
      timer.set = false;
    } finally {
      unlock();
    }
  }

  /** Forgets a timer. */
  public void remove(Timer timer) {
    lock();
    try {
      timer.set = false;
      unplace(timer);
    } finally {
      unlock();
    }
  }

  private void place(Timer timer) {
    timer.place = timer.due;
    timer.ticket = tickets++;
    places.add(timer);
    timer.placed = true;
  }

  private void unplace(Timer timer) {
    if (timer.placed) {
      places.remove(timer);
      timer.placed = false;
    }
  }

  /** When to look again, or {@link #NEVER}. */
  long next() {
    lock();
    try {
      return places.isEmpty() ? NEVER : places.first().place + epoch;
    } finally {
      unlock();
    }
  }

  /** Milliseconds until {@link #next}, rounded up; {@link Long#MAX_VALUE} if no timer is placed. */
  public long millisToNext() {
    long next = next();
    if (next == NEVER) {
      return Long.MAX_VALUE;
    }
    long nanos = Math.max(0, next - System.nanoTime());
    return TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
  }

  /** Calls the due timers. */
  void expire(long now) {
    looked(now);
    for (Timer timer = due(now); timer != null; timer = due(now)) {
      timer.expired();
    }
  }

  /** Notes a look of the loop, or of another thread, before its finds are told. */
  void looked(long now) {
    lookedAt.setOpaque(now);
  }

  /** The time of the last look: some milliseconds ago, in a busy loop. */
  public long lookedAt() {
    return lookedAt.getOpaque();
  }

  /** Takes the next due timer; null if there is none. */
  private Timer due(long now) {
    lock();
    try {
      while (!places.isEmpty() && places.first().place <= now - epoch) {
        Timer timer = places.pollFirst();
        timer.placed = false;
        if (timer.set && timer.due <= now - epoch) {
          timer.set = false;
          return timer;
        }
        if (timer.set) {
          place(timer);
        }
      }
      return null;
    } finally {
      unlock();
    }
  }
}
