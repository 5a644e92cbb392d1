package cal.reactive.internal.loop;

import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.transport.ReadySet;
import java.io.IOException;

/**
 * A thread that serves a loop: it runs turns, and in between looks for ready channels. It serves
 * one loop at a time, until that is closed, or is lent because one turn keeps this thread.
 *
 * <p>Its state is for itself and for the virtual threads that it carries, but for {@link #turns},
 * {@link #isKept} and {@link #lose}.
 */
public final class LoopThread extends Thread {
  /** Turns that came from elsewhere, at most, in a batch before the selector is asked again. */
  private static final int OTHERS = 64;

  private final LoopGroup group;
  private final KeptBytes kept;
  private final TurnNumber turnNumber;
  private final FirstInput firstInput = new FirstInput();
  private final AcceptBatch acceptBatch = new AcceptBatch();

  private Scratch scratch;
  private Loop loop;

  /** The loop was lent while a turn kept this thread, which may touch it no more. */
  private boolean lost;

  /** In whose place this thread looks for ready channels and timers now; or null. */
  private Loop helped;

  /** It has slept since its last turn: siblings that sleep must be told before the next. */
  private boolean rested;

  /** Turns that this thread added since the last batch: each is in the next. */
  private int added;

  /** Turns that are left of the present batch. */
  private int batch;

  /** The next turn, which a worker has found and could not run. */
  private Runnable pending;

  /**
   * Makes a thread.
   *
   * @param number of the thread, from 1, among those of the loops
   */
  public LoopThread(LoopGroup group, KeptBytes kept, Runnable body, String name, int number) {
    super(null, body, name, 0, false);
    this.group = group;
    this.kept = kept;
    this.turnNumber = new TurnNumber(number);
    setDaemon(true);
  }

  /** The thread that carries the calling thread, or is it; null where that is no loop's. */
  public static LoopThread current() {
    return JdkThreads.carrierOf(currentThread()) instanceof LoopThread carrier ? carrier : null;
  }

  /**
   * Runs a loop until it is closed, or lent to another thread. A closed loop is ended by the last
   * thread that it has: one that a turn kept comes back, and may have another turn to run.
   */
  public void serve(Loop served) {
    loop = served;
    do {
      lost = false;
      added = 0;
      served.servedBy(this);
      serveOn(served);
      if (scratch != null) {
        scratch.rest();
      }
    } while (lost && !served.detach());
  }

  private void serveOn(Loop served) {
    try {
      while (!lost && !served.isClosed()) {
        runTurns();
        select();
      }
      if (lost) {
        runTurns(); // one at most, which it took from the loop before it lost that
      } else {
        served.workers().close();
      }
      while (!lost && served.hasMoreToClose()) {
        runTurns();
      }
      while (!lost && served.goesOn()) {
        runTurns();
        select();
      }
      if (!lost && !served.detach()) {
        served.finish();
        group.finished();
      }
    } catch (Throwable death) {
      served.died(death);
    }
  }

  /** Signals all that the selector found, and runs what was to be run when it begins, and new. */
  private void runTurns() {
    batch = added + OTHERS;
    added = 0;
    for (Runnable turn = nextTurn(); turn != null; turn = nextTurn()) {
      run(turn);
    }
  }

  /** The next turn of this batch; null at its end. */
  private Runnable nextTurn() {
    Runnable turn = pending;
    pending = null;
    while (turn == null && batch > 0 && !lost) {
      boolean signalled = loop.readySet().tellNext();
      turn = loop.queue().poll();
      if (!signalled) {
        batch = turn == null ? 0 : batch - 1;
      }
    }
    return turn;
  }

  private void run(Runnable turn) {
    Runnable mounted = turn instanceof StepTurn step ? loop.workers().turnFor(step) : turn;
    if (mounted != null) {
      beginTurn();
      mounted.run();
      endTurn();
    }
  }

  /** Begins a turn: from now on the loop may be lent. */
  public void beginTurn() {
    if (rested) {
      rested = false;
      group.woke(loop);
    }
    acceptBatch.begin();
    firstInput.of(null);
    turnNumber.begin();
  }

  /** Ends the present turn, unless a worker has ended it already. */
  private void endTurn() {
    if (turnNumber.isWithin()) {
      if (scratch != null) {
        scratch.release();
      }
      lost |= !turnNumber.end();
    }
  }

  /**
   * Called by a mounted worker whose step has ended: ends the turn, and begins another if that is a
   * step's as well, as the thread itself would. From a turn's end to the next one's begin the loop
   * cannot be lent. A failure there ends the loop, as it would without a worker.
   *
   * @return the step; null if the worker is to give way
   */
  public StepTurn nextStep() {
    try {
      endTurn();
      Runnable turn = lost ? null : nextTurn();
      if (turn instanceof StepTurn step) {
        beginTurn();
        return step;
      }
      pending = turn;
      return null;
    } catch (Throwable death) {
      loop.died(death);
      throw death;
    }
  }

  /** Whether it serves a loop, whose state it may touch between turns. */
  public boolean serves(Loop other) {
    return !lost && loop == other;
  }

  public FirstInput firstInput() {
    return firstInput;
  }

  public AcceptBatch acceptBatch() {
    return acceptBatch;
  }

  /** Looks for ready channels; sleeps until there are some if nothing else is to be done. */
  private void select() throws IOException {
    if (!lost && isIdle()) {
      long lookAgain = group.help(loop);
      if (!lost && isIdle()) {
        rested = true;
        loop.sleep(Math.min(lookAgain, loop.workers().millisToExpiry()));
        loop.workers().expire();
        loop.timers().expire(System.nanoTime());
        return;
      }
    }
    if (!lost) {
      loop.poll(loop.readySet());
      loop.timers().expire(System.nanoTime());
    }
  }

  private boolean isIdle() {
    return pending == null && loop.isIdle();
  }

  /**
   * Does, while idle, what a sibling cannot do because one turn keeps it: looks for its ready
   * channels and its timers, and runs its turns.
   *
   * @param before the sibling's count of turns at the last look
   * @param tooLong whether another thread is to serve it, where only that would find what is ready
   * @return whether this thread serves its loop still
   */
  public boolean help(Loop sibling, long before, boolean tooLong) throws IOException {
    ReadySet ready = loop.readySet(); // idle, it has told of all
    sibling.poll(ready, before, tooLong);
    helped = sibling;
    ready.tellAll();
    sibling.timers().expire(System.nanoTime());
    helped = null;
    while (!lost && isIdle() && sibling.turns() == before) {
      Runnable turn = sibling.queue().pollShared();
      if (turn == null) {
        break;
      }
      run(turn);
    }
    return !lost;
  }

  /**
   * Adds a turn of the loop that this thread serves, or looks after: between two turns, which it
   * alone does then. Within a turn it may lose the loop at any moment.
   *
   * @return false if the turn is to be added as one from elsewhere
   */
  boolean addOwn(Loop scheduler, Runnable turn) {
    if (scheduler != loop && scheduler != helped) {
      return false;
    }
    if (lost || turnNumber.isWithin()) {
      added++;
      return false;
    }
    if (scheduler == loop && loop.workers().catches(turn)) {
      return true;
    }
    added++;
    loop.queue().addOwn(turn);
    return true;
  }

  /** The loop that this thread serves, or served when its present turn began. */
  Loop loop() {
    return loop;
  }

  /** The buffers for the connections that are read and written in the turns of this thread. */
  public Scratch scratch() {
    if (scratch == null) {
      scratch = new Scratch(kept);
    }
    return scratch;
  }

  /** The number of its turn: those of no two threads are alike. */
  public long turns() {
    return turnNumber.now();
  }

  /** Whether it lost the loop, and is still within the turn that kept it. */
  public boolean isKept() {
    return turnNumber.isKept();
  }

  /**
   * Takes the loop from this thread; for another thread.
   *
   * @param served the loop: the thread may serve another one by now
   * @param turn the number of the turn that keeps this thread
   * @return whether that turn did not end before: then the loop is the caller's to serve
   */
  public boolean lose(Loop served, long turn) {
    return turnNumber.isNow(turn) && loop == served && turnNumber.lose(turn);
  }
}
