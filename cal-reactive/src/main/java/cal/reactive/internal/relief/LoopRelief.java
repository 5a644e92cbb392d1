package cal.reactive.internal.relief;

import cal.core.internal.support.CalThread;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.TurnNumber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Lends a loop to a spare thread where a turn has kept the loop's own for long: by computing, or by
 * a wait that pins the carrier, perhaps for a turn behind. A wait for a core does not count, where
 * the system tells. Before, the thread has the system take the bytes written by the loop's turns.
 *
 * <p>Thread-safe; owns a daemon thread, which takes no lock of turns. The thread rests while all
 * loops sleep.
 */
public final class LoopRelief {
  /** The number of looks at a loop within the allowed time of a turn. */
  private static final int LOOKS = 2;

  /** The longest time between two looks at bytes that wait for a kept loop. */
  private static final long FLUSH_NANOS = 5_000_000;

  /** Looks without work before a rest. */
  private static final int QUIET_LOOKS = 20;

  private final List<Loop> loops;
  private final LoopThreads threads;
  private final long afterNanos;
  private final long pauseNanos;
  private final KeptTurn[] turns;
  private final Thread thread;

  /** Looks in a row without work, for the thread. */
  private int quiet;

  private volatile boolean resting;
  private volatile boolean ended;

  /**
   * Makes an unstarted thread.
   *
   * @param after the time after which to lend; zero for never
   * @param flushes whether written bytes may wait for a loop
   */
  public LoopRelief(
      String name, List<Loop> loops, LoopThreads threads, Duration after, boolean flushes) {
    this.loops = loops;
    this.threads = threads;
    this.afterNanos = after.isZero() ? Long.MAX_VALUE : after.toNanos();
    this.pauseNanos = flushes ? Math.min(FLUSH_NANOS, afterNanos / LOOKS) : after.toNanos() / LOOKS;
    this.turns = loops.stream().map(loop -> new KeptTurn(pauseNanos)).toArray(KeptTurn[]::new);
    this.thread = CalThread.ofRounds(name + "-relief", this::look);
  }

  /** Starts looking, unless there is nothing to do. */
  public LoopRelief start() {
    if (pauseNanos > 0) {
      thread.start();
    }
    return this;
  }

  private boolean look() {
    LockSupport.parkNanos(this, pauseNanos);
    quiet = anyAtWork(System.nanoTime()) ? 0 : quiet + 1;
    if (quiet >= QUIET_LOOKS) {
      quiet = 0;
      rest();
    }
    return !ended;
  }

  private boolean anyAtWork(long now) {
    boolean any = false;
    for (int i = 0; i < turns.length; i++) {
      Loop loop = loops.get(i);
      LoopThread server = loop.thread();
      long turn = server.turns();
      boolean within = TurnNumber.isWithin(turn);
      any |= within || !turns[i].is(turn);
      loop.flush(); // a turn may keep the bytes of the turns before
      if (!within || !turns[i].is(turn)) {
        turns[i].begin(turn, now);
      } else if (afterNanos < Long.MAX_VALUE
          && turns[i].lookAgain(now, () -> threads.look(server)) >= afterNanos - pauseNanos / 2) {
        turns[i].begin(turn, now);
        threads.relieve(loop, server, turn);
      }
    }
    return any;
  }

  /** The flag comes before the looks: a waking loop says so before its look at the flag. */
  private void rest() {
    resting = true;
    try {
      while (resting && !ended && loops.stream().allMatch(Loop::isAsleep)) {
        LockSupport.park(this);
        Thread.interrupted(); // kept, it would end each pause
      }
    } finally {
      resting = false;
    }
  }

  /** Called by a loop after a sleep, before its next turn. */
  public void woke() {
    if (resting) {
      resting = false;
      LockSupport.unpark(thread);
    }
  }

  /** Whether there are no looks, since all loops sleep. */
  public boolean isResting() {
    return resting;
  }

  /** Called when no loop is left. */
  public void end() {
    ended = true;
    LockSupport.unpark(thread);
  }
}
