package cal.core.internal.admission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Since when the clients of a listener have waited with the system: where the acceptor lacks a
 * core, clients wait there and not in a stage.
 *
 * <p>The system serves clients in order, and tells the number of waiting clients. If 300 wait at
 * the question, the next 300 accepted clients had come by then. So a time of arrival is never too
 * early. The system is asked only while most accepts find a client, and only where the acceptor is
 * quick or cores lack: an acceptor with work for each client, beside idle cores, is late by its own
 * work.
 *
 * <p>Thread-safe, and a pure computation over the given times.
 */
public final class Backlog {
  /** The system's view of a listener. For one thread at a time. */
  public interface Source {
    /** The clients waiting now; negative where the system does not tell. */
    int waiting();

    /** Whether the process has kept its cores busy since the last question. */
    boolean lacksCores();
  }

  /** The system is asked once most accepts have found a client for so long. */
  static final long BUSY = TimeUnit.MILLISECONDS.toNanos(250);

  /** The pause between two questions, at least. */
  static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  /** A quick acceptor takes no longer between two accepts. */
  static final long QUICK = TimeUnit.MILLISECONDS.toNanos(1);

  /** Accepts that count as recent. */
  private static final int RECENT = 32;

  /** Answers kept: some seconds; beyond, lateness is all the same. */
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

  /** Recent accepts with a waiting client, less the others. */
  private int busy;

  /** Recent accepts quickly after the accept before, less the others. */
  private int quick;

  /** Accepts of activities under way. */
  private int accepting;

  /** The backlog of a listener. */
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

  /** An activity is about to accept. */
  public synchronized void beginAccept() {
    accepting++;
  }

  /** After each accept that was begun. */
  public synchronized void endAccept() {
    accepting--;
  }

  /** Accepts of activities under way; a momentary view. */
  public synchronized int accepting() {
    return accepting;
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
