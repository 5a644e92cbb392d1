package cal.core.internal.report;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Logs events that clients of a stage may repeat without end: the first event of a kind with the
 * stack trace, later events by a line a second at most, with their number. No load fills a disk by
 * this log.
 *
 * <p>A kind is causes of the same classes from the same frames. Beyond {@link #KINDS} kinds, all
 * further kinds count as a single kind. Then kinds without a line for a minute are forgotten.
 * Thread-safe.
 */
public final class BoundedLog {
  static final int KINDS = 32;

  private static final long INTERVAL_NANOS = 1_000_000_000L;

  /** Without a line for so long, a kind gives its place to another. */
  static final long QUIET_NANOS = 60 * INTERVAL_NANOS;

  /** Of each throwable. */
  private static final int FRAMES = 16;

  private static final int CAUSES = 8;

  private final LongSupplier clock;
  private final ConcurrentMap<List<Object>, Kind> kinds = new ConcurrentHashMap<>();

  /** Nothing is logged yet. */
  public BoundedLog() {
    this(System::nanoTime);
  }

  /** By another clock, in nanoseconds. */
  BoundedLog(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Logs an event, or counts it for the next line of its kind.
   *
   * @param what begins the line
   * @param text the rest of the line; computed for a due line alone
   * @param cause the reason of the event; may be null
   */
  public void log(Level level, String what, Supplier<String> text, Throwable cause) {
    long now = clock.getAsLong();
    Kind kind = kind(what, cause, now);
    long due = kind.nextAt.get();
    if (now - due < 0 || !kind.nextAt.compareAndSet(due, now + INTERVAL_NANOS)) {
      kind.unsaid.incrementAndGet();
      return;
    }
    long others = kind.unsaid.getAndSet(0);
    boolean traced = cause == null || kind.traced;
    kind.traced = true;
    Log.log(
        level,
        what
            + text.get()
            + (traced && cause != null ? ": " + Describer.describe(cause) : "")
            + (others == 0 ? "" : "; " + others + " more since the last such line"),
        traced ? null : cause);
  }

  private Kind kind(String what, Throwable cause, long now) {
    List<Object> key = key(what, cause);
    Kind known = kinds.get(key);
    if (known != null) {
      return known;
    }
    if (kinds.size() >= KINDS) {
      kinds.values().removeIf(kind -> now - kind.nextAt.get() > QUIET_NANOS);
    }
    return kinds.computeIfAbsent(
        kinds.size() < KINDS ? key : List.of(), any -> new Kind(new AtomicLong(now)));
  }

  /** Texts and frames alone: a class would keep its loader. */
  private static List<Object> key(String what, Throwable cause) {
    List<Object> key = new ArrayList<>();
    key.add(what);
    Throwable one = cause;
    for (int i = 0; i < CAUSES && one != null; i++) {
      key.add(one.getClass().getName());
      try {
        Arrays.stream(one.getStackTrace()).limit(FRAMES).forEach(key::add);
        one = one.getCause();
      } catch (Throwable unreadable) {
        key.add(unreadable.getClass().getName()); // of the server's own class, which may throw
        one = null;
      }
    }
    return key;
  }

  /** Events of a kind. */
  private static final class Kind {
    final AtomicLong nextAt;
    final AtomicLong unsaid = new AtomicLong();
    volatile boolean traced;

    Kind(AtomicLong nextAt) {
      this.nextAt = nextAt;
    }
  }
}
