package cal.core.internal.engine;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;

/**
 * A call that runs in another stage while its caller waits.
 *
 * <p>Thread-safe: the caller waits in {@link #await}, a worker runs {@link #call}. Interruption is
 * as unwoven: a caller that is interrupted, before or while it waits, interrupts the call and goes
 * on waiting; what is left of the interrupt when the call has returned is the caller's again.
 */
public final class HandOff extends StagedActivity {
  private final StagedActivity call;
  private final AttachedThread waitingWorker;

  /** What waits for the call, and for the input that the call reads; null off all workers. */
  private final StagedActivity waiting = AttachedThread.currentActivity();

  private final Thread callerThread = Thread.currentThread();

  private final CountDownLatch done = new CountDownLatch(1);

  /** Whether the call was made: what it returned or threw is what its caller gets. */
  private boolean answered;

  private Object result;
  private Throwable thrown;

  /** Guarded by this: the worker's thread while the call runs on it. */
  private Thread runner;

  /** Guarded by this: an interrupt that has not reached the call, or that the call has left. */
  private boolean interrupted;

  HandOff(OpenStage stage, StagedActivity call, AttachedThread waitingWorker) {
    super(stage, call.joinPoint(), call.caller(), call.target());
    this.call = call;
    this.waitingWorker = waitingWorker;
  }

  /** On the caller's thread, whose interrupt status goes with the call: it may end at once. */
  void takeInterrupt() {
    interrupted = Thread.interrupted();
  }

  @Override
  AttachedThread waitingWorker() {
    return waitingWorker;
  }

  /** The thread that waits for the call. */
  Thread callerThread() {
    return callerThread;
  }

  /** A call reads for its caller: that is idle while the first input of its step is awaited. */
  @Override
  public void beforeInput() {
    if (waiting != null) {
      waiting.beforeInput();
    }
  }

  @Override
  public boolean afterInput() {
    return waiting == null || waiting.afterInput();
  }

  @Override
  public void inputTimedOut() {
    if (waiting != null) {
      waiting.inputTimedOut();
    }
  }

  @Override
  public Object context() {
    return call.context();
  }

  @Override
  boolean mayStayUnbegun() {
    return false;
  }

  @Override
  protected Object call() {
    enter();
    try {
      result = call.call();
    } catch (Throwable t) {
      thrown = t;
    } finally {
      answered = true;
      exit();
    }
    return false;
  }

  private synchronized void enter() {
    runner = Thread.currentThread();
    if (interrupted) {
      interrupted = false;
      runner.interrupt();
    }
  }

  private synchronized void exit() {
    runner = null;
    interrupted = Thread.interrupted();
  }

  private synchronized void interruptCall() {
    if (runner == null) {
      interrupted = true;
    } else {
      runner.interrupt();
    }
  }

  /** A call that was not made is never answered: its caller gets the reason. */
  @Override
  boolean decideOutcome(Throwable failure) {
    if (!answered) {
      thrown = notMade(failure);
    }
    return thrown == null;
  }

  private Throwable notMade(Throwable why) {
    if (begun() && why != null) {
      return why;
    }
    try {
      return why == null
          ? new IllegalStateException("the stage " + stage().name() + " was stopped: " + this)
          : stage().noWorker(why);
    } catch (Throwable undescribed) {
      return Ending.both(undescribed, why == null ? undescribed : why);
    }
  }

  @Override
  void release() {
    done.countDown();
  }

  /** What was thrown beside the call, for example by an interceptor: its caller has the outcome. */
  @Override
  void report(Throwable failure) {
    if (answered) {
      Log.log(Level.WARNING, "after the call, of hand-off " + this, failure);
    }
  }

  /** The target of a hand-off is its caller's: never closed here. */
  @Override
  boolean closesTarget() {
    return false;
  }

  /** Gives the caller, on its thread, an interrupt that the call has not taken. */
  synchronized void returnInterrupt() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the call's end, on the caller's thread. */
  Object await() throws Throwable {
    for (boolean waiting = true; waiting; ) {
      try {
        done.await();
        waiting = false;
      } catch (InterruptedException e) {
        interruptCall();
      }
    }
    returnInterrupt();
    if (thrown != null) {
      throw thrown;
    }
    return result;
  }
}
