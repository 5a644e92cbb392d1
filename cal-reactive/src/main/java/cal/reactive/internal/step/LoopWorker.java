package cal.reactive.internal.step;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.LoopThread;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual thread of a loop that runs the steps of an activity, to the end or until a left step.
 * Then the mounted worker runs other activities' steps with input, one after another. Where a step
 * waits in the middle, the worker waits, too, and the loop takes another worker.
 *
 * <p>For its own thread, except {@link #start}, {@link #give} and {@link #end}, for the serving
 * thread of the loop, between turns.
 */
public final class LoopWorker extends Turn implements Runnable {
  private final FreeWorkers home;
  private Thread thread;
  private LoopStep step;
  private Stage stage;
  private Worker worker;
  private long lastTurn;
  private boolean left;

  /** The step of a call to a free worker. */
  private volatile LoopStep given;

  private volatile boolean ended;

  /**
   * Makes an unstarted worker.
   *
   * @param home of a worker without a step; null for the thread of a single activity
   * @param first step of the worker; null for a worker that ends at once
   */
  public LoopWorker(FreeWorkers home, LoopStep first) {
    this.home = home;
    this.given = first;
  }

  /** Starts the thread; for any thread. */
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
   * Runs steps while mounted. Returns without a step, so the next mount enters code compiled by
   * then: an endless loop would stay in its first code.
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

  /** Whether the worker is the thread of a single activity, to the end of both. */
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

  /** Steps of a stage follow each other mostly. */
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
   * An activity with a left step is another's from then on. An activity that stays, after a wait in
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

  /** Waits for the next step as a free worker; null at the end. */
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
