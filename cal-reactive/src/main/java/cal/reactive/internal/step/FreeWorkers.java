package cal.reactive.internal.step;

import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.StepTurn;
import cal.reactive.internal.loop.StepWorkers;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The idle workers of a loop. There are few, and unneeded workers end after some time. For the
 * serving thread of the loop, between turns.
 */
public final class FreeWorkers implements StepWorkers {
  /** At most. */
  static final int MOST = 64;

  /** The number that stays in any case. */
  static final int FEW = 4;

  private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Loop loop;

  /** Never grows: where there is no memory then, all would be lost. */
  private final ArrayDeque<LoopWorker> free = new ArrayDeque<>(MOST);

  /** A worker gets a step: the worker's turn is run at once. */
  private boolean catching;

  private Runnable caught;

  /** The fewest since the last look. */
  private int unneeded;

  /** When to look again; 0 while there are few. */
  private long lookAt;

  public FreeWorkers(Loop loop) {
    this.loop = loop;
  }

  @Override
  public Runnable turnFor(StepTurn step) {
    LoopStep given = (LoopStep) step;
    catching = true;
    try {
      give(given);
    } catch (Throwable noWorker) {
      given.breakOff(noWorker);
      return step;
    } finally {
      catching = false;
    }
    Runnable turn = caught;
    caught = null;
    return turn;
  }

  @Override
  public boolean catches(Runnable turn) {
    if (catching) {
      caught = turn;
    }
    return catching;
  }

  /** Gives a step to the last used worker, or to a new worker. */
  private void give(LoopStep step) {
    LoopWorker worker = free.pollLast();
    if (worker == null) {
      LoopWorker made = new LoopWorker(this, step);
      String name = step.activity().stage().nextThreadName();
      made.start(JdkThreads.unstarted(loop, name, made));
    } else {
      unneeded = Math.min(unneeded, free.size());
      worker.give(step);
    }
  }

  /**
   * Takes a worker before its wait, within a turn from here: where the worker can only wait on its
   * carrier, for want of memory, the loop is lent as in any other turn.
   *
   * @return false if the worker is to end
   */
  boolean take(LoopWorker worker) {
    LoopThread here = LoopThread.current();
    if (!here.serves(loop) || loop.isClosed() || free.size() >= MOST) {
      return false;
    }
    free.addLast(worker);
    here.beginTurn();
    return true;
  }

  @Override
  public long millisToExpiry() {
    if (free.size() <= FEW) {
      lookAt = 0;
      return Long.MAX_VALUE;
    }
    long now = System.nanoTime();
    if (lookAt == 0) {
      lookAt = now + NANOS | 1;
      unneeded = free.size();
    }
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(lookAt - now + 999_999));
  }

  @Override
  public void expire() {
    if (lookAt != 0 && System.nanoTime() - lookAt >= 0) {
      lookAt = 0;
      for (; unneeded > FEW && !free.isEmpty(); unneeded--) {
        free.pollFirst().end();
      }
    }
  }

  @Override
  public void close() {
    while (!free.isEmpty()) {
      free.pollFirst().end();
    }
  }
}
