package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.CallChain;
import cal.core.internal.activity.Ending;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.Invocation;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.Decision;
import cal.core.internal.admission.Refusal;
import cal.core.internal.region.RegionStack;
import cal.core.internal.support.StackRoom;
import cal.core.internal.support.Thrown;
import cal.core.spi.CapturedActivity;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.MethodSignature;

/**
 * A call that runs in another stage while its caller waits, and which a model may have made
 * elsewhere.
 *
 * <p>Thread-safe: the caller waits in {@link #await}, a worker runs {@link #step}. Interruption is
 * as unwoven: an interrupt of the caller, before the wait or in it, interrupts the call, and the
 * caller goes on waiting; an interrupt that the call has left is the caller's again.
 */
public final class HandOff extends StagedActivity implements CapturedActivity.Call {
  private final Invocation call;
  private final AttachedThread waitingWorker;

  /** The waiting activity, also for input of the call; null off all workers. */
  private final StagedActivity waiting = AttachedThread.currentActivity();

  private final Thread callerThread = Thread.currentThread();
  private final long since = System.nanoTime();
  private final CountDownLatch done = new CountDownLatch(1);

  /** Whether the call was made: its outcome is the caller's. */
  private boolean answered;

  private Object result;
  private Throwable thrown;

  /** Asked in place of the call; null where the call is made here. */
  private Callable<?> other;

  /** Guarded by this: the worker's thread while the call runs on it. */
  private Thread runner;

  /** Guarded by this: an interrupt on its way to the call, or left by the call. */
  private boolean interrupted;

  private HandOff(ActivityStage stage, Invocation call, AttachedThread waitingWorker) {
    super(stage);
    this.call = call;
    this.waitingWorker = waitingWorker;
  }

  /**
   * Makes a call in its stage while the calling thread waits, with the outcome of the call.
   *
   * @throws Throwable of the call; {@link RejectedExecutionException} if the stage refuses; {@link
   *     IllegalStateException} if the caller could deadlock
   */
  static Object make(ActivityStage stage, Admission admission, Invocation call) throws Throwable {
    if (admission.inPlace() || CallChain.has(stage)) {
      stage.counters().addInPlace();
      return call.call();
    }
    StackRoom.require(); // its caller must not go on while the call is made
    RegionStack.requireOutside(stage.name());
    HandOff handOff = new HandOff(stage, call, AttachedThread.current());
    admission.intercept(handOff);
    Decision decision = admission.enterHandOff(handOff);
    switch (decision) {
      case ADMITTED -> {
        handOff.start(admission);
        return handOff.await();
      }
      case CALLER_RUNS -> {
        stage.counters().addInPlace();
        return call.call();
      }
      case CLOSED -> throw Ending.refused(handOff, () -> "hand-off", Refusal.CLOSED);
      default -> throw Ending.refused(handOff, () -> "hand-off", decision.refusal());
    }
  }

  /** The caller's interrupt goes with the call, from before the start: the call may end at once. */
  private void start(Admission admission) {
    interrupted = Thread.interrupted();
    try {
      admission.start(this);
    } catch (Throwable none) {
      if (admission.neverStarts(this)) {
        returnInterrupt();
        stage().counters().addRefused();
        throw noWorker(none);
      }
    }
  }

  private RejectedExecutionException noWorker(Throwable cause) {
    return Refusal.NO_WORKER.thrown("hand-off", stage().numbers(), cause);
  }

  @Override
  public Thread waitingThread() {
    return callerThread;
  }

  @Override
  public AttachedThread waitingWorker() {
    return waitingWorker;
  }

  @Override
  public boolean keepsJvm() {
    return false;
  }

  /** A call reads for its caller: the caller is idle while its first input is awaited. */
  @Override
  public InputWait reader() {
    return waiting == null ? null : waiting.reader();
  }

  @Override
  public long clientArrived() {
    return waiting == null ? 0 : waiting.clientArrived();
  }

  @Override
  public boolean isStopped() {
    return cutShort() || (waiting != null && waiting.isStopped());
  }

  @Override
  public JoinPoint.StaticPart joinPoint() {
    return call.site();
  }

  @Override
  public Object target() {
    return call.target();
  }

  @Override
  public Object context() {
    return call.context();
  }

  /** The interrupt is the caller's, where the caller makes the call itself. */
  @Override
  public boolean ownsInterrupts() {
    return callerThread == Thread.currentThread();
  }

  @Override
  public Object step() {
    enter();
    try {
      result = other == null ? call.call() : other.call();
    } catch (Throwable t) {
      thrown = t;
    } finally {
      answered = true;
      exit();
    }
    return false;
  }

  /** Itself; null where the call is no method's, or has kept no arguments. */
  @Override
  public CapturedActivity.Call handedOff() {
    boolean ofMethod = call.site() != null && call.site().getSignature() instanceof MethodSignature;
    return ofMethod && call.arguments() != null ? this : null;
  }

  @Override
  public Method method() {
    return ((MethodSignature) call.site().getSignature()).getMethod();
  }

  @Override
  public Object[] arguments() {
    return call.arguments();
  }

  @Override
  public long since() {
    return since;
  }

  @Override
  public Thread waits() {
    return callerThread;
  }

  @Override
  public void answerBy(Callable<?> elsewhere) {
    other = elsewhere;
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

  /** A call without an answer: the caller gets the reason. */
  @Override
  public boolean decideOutcome(Throwable failure) {
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
      if (why instanceof Ending.Late) {
        return Refusal.LATE.thrown("hand-off", stage().numbers(), null);
      }
      return why == null
          ? new IllegalStateException("the stage " + stage().name() + " was stopped: " + this)
          : noWorker(why);
    } catch (Throwable undescribed) {
      return Thrown.both(undescribed, why == null ? undescribed : why);
    }
  }

  @Override
  public void release() {
    done.countDown();
  }

  /**
   * An exception beside the call, for example of an interceptor: the caller has the call's
   * decision.
   */
  @Override
  public void report(Throwable failure) {
    if (answered) {
      stage().log().log(Level.WARNING, "after the call, of hand-off ", this::toString, failure);
    }
  }

  /** The target of a hand-off is the caller's: never closed here. */
  @Override
  public boolean closesTarget() {
    return false;
  }

  /** Gives the caller, on its thread, an interrupt left by the call. */
  private synchronized void returnInterrupt() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Object await() throws Throwable {
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
