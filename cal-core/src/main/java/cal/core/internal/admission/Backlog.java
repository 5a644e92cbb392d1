package cal.core.internal.admission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Since when the clients of a listener have waited with the system: where its acceptor lacks a
 * core, they wait there and not in a stage.
 *
 * <p>The system serves them in order, and tells how many wait. If 300 wait when it is asked, the
 * next 300 that are accepted had come by then. So a time of arrival is never too early. It is asked
 * only where most accepts have found a client for a while. And either the acceptor is quick, or
 * cores lack: one that works for each client, beside idle cores, is late by its own work.
 *
 * <p>Thread-safe, and a pure computation over the times that it is given.
 */
public final class Backlog {
  /** The system, as it knows of a listener. For one thread at a time. */
  public interface Source {
    /** How many clients wait there now; negative where it does not tell. */
    int waiting();

    /** Whether the process has kept its cores busy since this was asked last. */
    boolean lacksCores();
  }

  /** The system is asked once most accepts have found a client for so long. */
  static final long BUSY = TimeUnit.MILLISECONDS.toNanos(250);

  /** It is asked no more often. */
  static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  /** An acceptor that takes no longer between two accepts is quick. */
  static final long QUICK = TimeUnit.MILLISECONDS.toNanos(1);

  /** Accepts by which it is told what most are. */
  private static final int RECENT = 32;

  /** Answers that are kept: some seconds, beyond which lateness is all the same. */
  private static final int MOST = 30;

  /** An answer: clients up to this number had come by this time. */
  private record Mark(long number, long time) {}

  private final Source source;

  /** Guarded by this, as all below. */
  private final Deque<Mark> marks = new ArrayDeque<>();

  private long accepted;
  private long busySince;
  private long asked;
  private long lastAccept;

  /** Recent accepts that had found a client, less those that had not. */
  private int busy;

  /** Recent accepts that came quickly after the one before, less those that did not. */
  private int quick;

  /** Makes one of a listener. */
  public Backlog(Source source) {
    this.source = source;
  }

  /**
   * Notes that a client was accepted.
   *
   * @param began when the accept began, by {@link System#nanoTime}
   * @param now when it returned
   * @param waited whether the client had waited for the accept, and not the accept for it
   * @return when the client had come at the latest, by the same clock
   */
  public synchronized long accepted(long began, long now, boolean waited) {
    accepted++;
    busy = count(busy, waited);
    quick = count(quick, waited && began - lastAccept <= QUICK);
    lastAccept = now;
    if (busy <= 0) {
      marks.clear();
      busySince = now;
      asked = now;
    } else if (now - busySince >= BUSY && now - asked >= PAUSE) {
      asked = now;
      boolean lacks = source.lacksCores();
      if ((quick > 0 || lacks) && marks.size() < MOST) {
        mark(source.waiting(), now);
      }
    }
    while (!marks.isEmpty() && marks.getFirst().number() < accepted) {
      marks.removeFirst();
    }
    return marks.isEmpty() ? now : marks.getFirst().time();
  }

  private static int count(int recent, boolean another) {
    return Math.clamp(recent + (another ? 1L : -1L), -RECENT, RECENT);
  }

  private void mark(int waiting, long now) {
    if (!marks.isEmpty() && marks.getLast().number() > accepted + Math.max(0, waiting)) {
      marks.clear(); // others accept there, who are not seen here
    }
    if (waiting > 0) {
      marks.addLast(new Mark(accepted + waiting, now));
    }
  }
}
