package cal.reactive.internal.step;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.LoopThread;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual thread of a loop that runs the steps of an activity, to its end or until it leaves its
 * step. Then it runs those of others whose input is there, one after another, while it is mounted.
 * Where a step waits in its middle, the worker waits with it, and the loop takes another.
 *
 * <p>For its own thread, but for {@link #start}, {@link #give} and {@link #end}, which are for the
 * thread that serves its loop, between turns.
 */
public final class LoopWorker extends Turn implements Runnable {
  private final FreeWorkers home;
  private Thread thread;
  private LoopStep step;
  private Stage stage;
  private Worker worker;
  private long lastTurn;
  private boolean left;

  /** The step for which it was called, while it is free. */
  private volatile LoopStep given;

  private volatile boolean ended;

  /**
   * Makes one that is not started.
   *
   * @param home which takes it where it has no step; null for the thread of one activity
   * @param first what it runs first; null for a worker that ends at once
   */
  public LoopWorker(FreeWorkers home, LoopStep first) {
    this.home = home;
    this.given = first;
  }

  /** Starts its thread; for any thread. */
  public void start(Thread own) {
    thread = own;
    own.start();
  }

  /** Gives a free worker a step. */
  void give(LoopStep next) {
    given = next;
    LockSupport.unpark(thread);
  }

  /** Has a free worker end. */
  void end() {
    ended = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    try {
      for (LoopStep next = given; next != null; next = awaitStep()) {
        given = null;
        runSteps(next);
      }
    } finally {
      if (worker != null) {
        detach();
      }
    }
  }

  /**
   * Runs steps while it is mounted. It returns where there is none, so that the next mount enters
   * the code that is compiled by then: what loops for ever stays in the code that it began in.
   */
  private void runSteps(LoopStep first) {
    for (LoopStep next = first; next != null; ) {
      step = next;
      runStep();
      next = isKept() ? null : nextStep();
    }
  }

  private static LoopStep nextStep() {
    return (LoopStep) JdkThreads.pinned(LoopThread.current()::nextStep);
  }

  /** Whether it is the thread of one activity, to the end of both. */
  private boolean isKept() {
    return !left && !step.leaves();
  }

  private void detach() {
    Worker attached = worker;
    worker = null;
    stage = null;
    attached.close();
  }

  private void runStep() {
    CapturedActivity activity = step.activity();
    left = false;
    try {
      attach(activity.stage());
      LoopThread here = LoopThread.current();
      step.begin(here);
      lastTurn = here == null ? 0 : here.turns(); // null where the JDK schedules it
      run(worker, activity);
    } catch (Throwable broken) {
      activity.giveUp(broken);
    } finally {
      if (!left) {
        step.ended();
      }
    }
  }

  /** Those of one stage follow each other mostly. */
  private void attach(Stage next) {
    if (stage == next) {
      return;
    }
    if (worker != null) {
      detach();
      Thread.currentThread().setName(next.nextThreadName());
    }
    worker = next.attach();
    stage = next;
  }

  /**
   * An activity that leaves its step is another's from then on. One that stays, and has waited in
   * its step, has let the others go first already.
   */
  @Override
  protected boolean goesOn(CapturedActivity same) {
    if (step.leave()) {
      left = true;
      return false;
    }
    LoopThread here = LoopThread.current();
    if (here.turns() == lastTurn && !here.acceptBatch().mayAcceptMore()) {
      Thread.yield();
      here = LoopThread.current();
    }
    lastTurn = here.turns();
    step.watch(here);
    return true;
  }

  /** Waits for the next step as a free worker; null if it is to end. */
  private LoopStep awaitStep() {
    if (isKept() || !home.take(this)) {
      return null;
    }
    step = null;
    while (given == null && !ended) {
      Thread.interrupted(); // kept, one that its last step left would end each wait
      LockSupport.park(this);
    }
    return given;
  }
}
