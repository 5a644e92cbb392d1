package cal.reactive.internal.loop;

import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.transport.ReadySet;
import java.io.IOException;

/**
 * A serving thread of a loop: runs turns, and in between looks for ready channels. A thread serves
 * one loop at a time, until the loop is closed, or lent because a turn keeps the thread.
 *
 * <p>The state is for the thread itself and its mounted virtual threads, except {@link #turns},
 * {@link #isKept} and {@link #lose}.
 */
public final class LoopThread extends Thread {
  /** The most turns from elsewhere in a batch, before the selector is asked again. */
  private static final int OTHERS = 64;

  private final LoopGroup group;
  private final KeptBytes kept;
  private final TurnNumber turnNumber;
  private final FirstInput firstInput = new FirstInput();
  private final AcceptBatch acceptBatch = new AcceptBatch();

  private Scratch scratch;
  private Loop loop;

  /** The loop was lent while a turn kept this thread, which may touch the loop no more. */
  private boolean lost;

  /** The loop whose ready channels and timers this thread looks for now; or null. */
  private Loop helped;

  /** The thread has slept since the last turn: sleeping siblings must be told before the next. */
  private boolean rested;

  /** Turns added by this thread since the last batch: each is in the next. */
  private int added;

  /** Remaining turns of the present batch. */
  private int batch;

  /** Makes a thread with its number, from 1, among those of the loops. */
  public LoopThread(LoopGroup group, KeptBytes kept, Runnable body, String name, int number) {
    super(null, body, name, 0, false);
    this.group = group;
    this.kept = kept;
    this.turnNumber = new TurnNumber(number);
    setDaemon(true);
  }

  /** The calling thread, or its carrier; null if not a loop's. */
  public static LoopThread current() {
    return JdkThreads.carrierOf(currentThread()) instanceof LoopThread carrier ? carrier : null;
  }

  /** Runs a loop until closed, or lent to another thread. */
  public void serve(Loop served) {
    loop = served;
    lost = false;
    added = 0;
    served.servedBy(this);
    serveOn(served);
    if (scratch != null) {
      scratch.rest();
    }
    if (lost) {
      served.detach();
    }
  }

  private void serveOn(Loop served) {
    try {
      while (!lost && !served.isClosed()) {
        runTurns();
        select();
      }
      if (!lost) {
        served.workers().close();
      }
      do {
        while (!lost && served.hasMoreToClose()) {
          runTurns();
        }
        while (!lost && served.goesOn()) {
          runTurns();
          select();
        }
      } while (!lost && served.hasMoreToClose()); // left by a thread detached just before
      if (!lost) {
        served.finish();
        group.finished();
      }
    } catch (Throwable death) {
      served.died(death);
    }
  }

  /** Signals all found channels, and runs the turns present at the begin, and new turns. */
  private void runTurns() {
    batch = added + OTHERS;
    added = 0;
    for (Runnable turn = nextTurn(); turn != null; turn = nextTurn()) {
      run(turn);
    }
  }

  /** The next turn of this batch; null at the end. */
  private Runnable nextTurn() {
    Runnable turn = null;
    while (turn == null && batch > 0 && !lost && !loop.isDue()) {
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

  /** Ends the present turn, unless ended by a worker already. */
  private void endTurn() {
    if (turnNumber.isWithin()) {
      if (scratch != null) {
        scratch.release();
      }
      lost |= !turnNumber.end();
    }
  }

  /**
   * Called by a mounted worker after its step: ends the turn, and begins another turn if a step's
   * as well, like the thread itself. From a turn's end to the next begin the loop cannot be lent. A
   * failure there ends the loop, as without a worker.
   *
   * @return the step; null if the worker is to give way
   */
  public StepTurn nextStep() {
    try {
      endTurn();
      Runnable turn = nextTurn();
      if (turn instanceof StepTurn step) {
        beginTurn();
        return step;
      }
      if (turn != null) {
        loop.queue().putBack(turn); // of the loop, which may be lost in the worker's next turn
        batch++;
      }
      return null;
    } catch (Throwable death) {
      loop.died(death);
      throw death;
    }
  }

  /** Whether the thread serves a loop, and may touch its state between turns. */
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
    return loop.isIdle() && loop.readySet().isEmpty();
  }

  /**
   * Does, while idle, the work of a sibling kept by a turn: looks for ready channels and timers,
   * and runs turns.
   *
   * @param before the sibling's count of turns at the last look
   * @param tooLong whether another thread is to serve the sibling, if needed for ready channels
   * @return whether this thread still serves its loop
   */
  public boolean help(Loop sibling, long before, boolean tooLong) throws IOException {
    ReadySet ready = loop.readySet(); // idle, it has told of all
    sibling.poll(ready, before, tooLong);
    helped = sibling;
    sibling.timers().expire(System.nanoTime()); // notes the look
    ready.tellAll();
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
   * Adds a turn to the loop of this thread, which alone serves or looks after the loop between two
   * turns. Within a turn the thread may lose the loop at any moment.
   *
   * @return false if the turn is to be added like a turn from elsewhere
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

  /** The loop served by this thread, at least at the begin of its present turn. */
  Loop loop() {
    return loop;
  }

  /** The buffers for connections in the turns of this thread. */
  public Scratch scratch() {
    if (scratch == null) {
      scratch = new Scratch(kept);
    }
    return scratch;
  }

  /** The number of its turn: no two threads have the same. */
  public long turns() {
    return turnNumber.now();
  }

  /** Whether the thread lost the loop, and is still within the keeping turn. */
  public boolean isKept() {
    return turnNumber.isKept();
  }

  /**
   * Takes the loop from this thread; for another thread.
   *
   * @param served the loop: the thread may serve another loop by now
   * @param turn the number of the keeping turn
   * @return whether the turn did not end before: then the loop is the caller's to serve
   */
  public boolean lose(Loop served, long turn) {
    return turnNumber.isNow(turn) && loop == served && turnNumber.lose(turn);
  }
}
