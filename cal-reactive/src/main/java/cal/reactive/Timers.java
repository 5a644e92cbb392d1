package cal.reactive;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The timers of one loop, by the time at which they are due. Thread-safe: a loop's own thread needs
 * the lock too, so virtual threads stay on their carriers with it. Times are those of {@link
 * System#nanoTime}.
 *
 * <p>Most timers are set again and again and never expire, so setting one later, or clearing it,
 * only leaves a note on it: it keeps its place, and moves when its old time has come.
 */
final class Timers {
  /** What {@link #next} answers where no timer is placed. */
  static final long NEVER = Long.MAX_VALUE;

  private static final Comparator<Timer> BY_PLACE =
      Comparator.<Timer>comparingLong(timer -> timer.place)
          .thenComparingLong(timer -> timer.ticket);

  /** What waits with a deadline; its fields are guarded by the timers that it is set in. */
  abstract static class Timer {
    private boolean set;
    private long due;
    private boolean placed;
    private long place;
    private long ticket;

    /** Called by the loop when the timer is due. */
    abstract void expired();
  }

  private final TreeSet<Timer> places = new TreeSet<>(BY_PLACE);
  private final long epoch = System.nanoTime();
  private long tickets;

  /**
   * Sets a timer, or sets it anew.
   *
   * @return whether it is now the first of all
   */
  boolean set(Timer timer, long due) {
    boolean pinned = JdkThreads.pin();
    try {
      return setLocked(timer, due);
    } finally {
      JdkThreads.unpin(pinned);
    }
  }

  private synchronized boolean setLocked(Timer timer, long due) {
    timer.set = true;
    timer.due = due - epoch;
    if (timer.placed && timer.place <= timer.due) {
      return false;
    }
    unplace(timer);
    place(timer);
    return places.first() == timer;
  }

  /** Clears a timer that may be set again. */
  void clear(Timer timer) {
    boolean pinned = JdkThreads.pin();
    try {
      synchronized (this) {
        timer.set = false;
      }
    } finally {
      JdkThreads.unpin(pinned);
    }
  }

  /** Forgets a timer. */
  void remove(Timer timer) {
    boolean pinned = JdkThreads.pin();
    try {
      synchronized (this) {
        timer.set = false;
        unplace(timer);
      }
    } finally {
      JdkThreads.unpin(pinned);
    }
  }

  private void place(Timer timer) {
    timer.place = timer.due;
    timer.ticket = tickets++;
    timer.placed = true;
    places.add(timer);
  }

  private void unplace(Timer timer) {
    if (timer.placed) {
      places.remove(timer);
      timer.placed = false;
    }
  }

  /** When to look again, or {@link #NEVER}. */
  synchronized long next() {
    return places.isEmpty() ? NEVER : places.first().place + epoch;
  }

  /** Calls the timers that are due. */
  synchronized void expire(long now) {
    while (!places.isEmpty() && places.first().place <= now - epoch) {
      Timer timer = places.pollFirst();
      timer.placed = false;
      if (!timer.set) {
        continue;
      }
      if (timer.due <= now - epoch) {
        timer.set = false;
        timer.expired();
      } else {
        place(timer);
      }
    }
  }
}
