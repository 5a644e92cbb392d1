package cal.core;

import java.util.concurrent.CountDownLatch;

/**
 * A call that runs in another stage while its caller waits.
 *
 * <p>Thread-safe: the caller waits in {@link #await}, a carrier runs {@link #call}. Interruption is
 * as unwoven: a caller that is interrupted, before or while it waits, interrupts the call and goes
 * on waiting; what is left of the interrupt when the call has returned is the caller's again.
 */
final class HandOff extends CapturedActivity {
  private final CapturedActivity call;
  private final Carrier waitingCarrier;
  private final CountDownLatch done = new CountDownLatch(1);
  private Object result;
  private Throwable thrown;

  /** Guarded by this: the carrier's thread while the call runs on it. */
  private Thread runner;

  /** Guarded by this: an interrupt that has not reached the call, or that the call has left. */
  private boolean interrupted;

  /** Made by the caller, whose interrupt status goes with the call: it may end at once. */
  HandOff(Stage stage, CapturedActivity call, Carrier waitingCarrier) {
    super(stage, call.joinPoint(), call.caller(), call.target());
    this.call = call;
    this.waitingCarrier = waitingCarrier;
    this.interrupted = Thread.interrupted();
  }

  @Override
  Carrier waitingCarrier() {
    return waitingCarrier;
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

  /** Gives the place back before the caller goes on: its next hand-off must find it. */
  @Override
  void end(Carrier carrier, Throwable failure) {
    if (!begun()) {
      thrown = new IllegalStateException("the stage " + stage().name() + " was stopped: " + this);
    }
    stage().handOffEnded(this, carrier, thrown == null);
    done.countDown();
  }

  /** The target of a hand-off is its caller's: never closed here. */
  @Override
  Throwable closeTarget(Throwable failure) {
    return failure;
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
