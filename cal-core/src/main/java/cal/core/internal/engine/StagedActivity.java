package cal.core.internal.engine;

import cal.core.internal.engine.AdoptedActivity.Life;
import cal.core.internal.support.Closer;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StepInterceptor;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import org.aspectj.lang.JoinPoint;

/**
 * An activity as the models see it: its body, and where it comes from.
 *
 * <p>Made by {@code ActivityCapture} at a captured call. A model only passes it on; {@link
 * AttachedThread#run} runs its steps. Not thread-safe by itself: a model hands it from worker to
 * worker with a happens-before edge (a queue, a thread start), so that its steps never overlap.
 */
public abstract class StagedActivity extends Lifetime implements CapturedActivity {
  /** The first input of a step is not awaited: it is there, or not asked for yet. */
  private static final int BUSY = 0;

  /** It is awaited: the activity waits for its next request. */
  private static final int IDLE = 1;

  /** A drain has closed the activity while it waited. */
  private static final int CLOSED = 2;

  private static final VarHandle INPUT;

  static {
    try {
      INPUT = MethodHandles.lookup().findVarHandle(StagedActivity.class, "input", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final OpenStage stage;
  private final JoinPoint.StaticPart site;
  private final Object caller;
  private final Object target;

  /**
   * How the activity stands to its next request. It goes from {@link #IDLE} to {@link #BUSY} on its
   * own thread and to {@link #CLOSED} on that of a drain: one of the two is first.
   */
  private volatile int input;

  /** Set by a drain, on another thread. */
  private volatile boolean cutShort;

  /** Set before the activity is started; null where nothing goes with it. */
  private StepInterceptor interceptor;

  private boolean inputSeen;

  /** An interrupt status that the last step left set: it goes with the activity, not the thread. */
  private boolean interrupted;

  /**
   * Describes a captured call.
   *
   * @param stage the stage that runs it
   * @param site the captured join point
   * @param caller the object that made the call, or null for a static caller
   * @param target the object called, or null for a static procedure
   */
  protected StagedActivity(
      OpenStage stage, JoinPoint.StaticPart site, Object caller, Object target) {
    this.stage = stage;
    this.site = site;
    this.caller = caller;
    this.target = target;
  }

  /**
   * Runs the captured procedure once, on the calling thread.
   *
   * @return what the procedure returned; {@link Boolean#TRUE} asks for another step
   * @throws Throwable what the procedure threw
   */
  protected abstract Object call() throws Throwable;

  @Override
  public final OpenStage stage() {
    return stage;
  }

  /** None here: working contexts are known where calls are captured. */
  @Override
  public Object context() {
    return null;
  }

  @Override
  public final String site() {
    return site == null
        ? "unknown"
        : site.getSignature().toLongString() + " at " + site.getSourceLocation();
  }

  @Override
  public final String name() {
    return name(AttachedThread.currentActivity() == this);
  }

  private String name(boolean here) {
    String text = here ? Describer.describeHere(target) : Describer.describe(target);
    return stage.name() + "[" + (target == null ? "static" : text) + "]";
  }

  /** The text for its own thread, or the caller that is refused it: they may call the target. */
  final String describeHere() {
    return name(true) + " captured at " + site();
  }

  /**
   * The object that made the captured call.
   *
   * @return null for a static caller
   */
  protected final Object caller() {
    return caller;
  }

  /**
   * The object whose procedure was captured.
   *
   * @return null for a static procedure
   */
  protected final Object target() {
    return target;
  }

  final void interceptedBy(StepInterceptor chosen) {
    interceptor = chosen;
  }

  final StepInterceptor interceptor() {
    return interceptor;
  }

  final JoinPoint.StaticPart joinPoint() {
    return site;
  }

  /** The worker whose thread waits for this activity: of a hand-off made on one, else null. */
  AttachedThread waitingWorker() {
    return null;
  }

  /** Before a step, on its thread: an interrupt status that another activity left is cleared. */
  final void beginStep() {
    begin();
    inputSeen = false;
    if (!ownsInterrupts()) {
      Thread.interrupted();
    }
    if (interrupted) {
      interrupted = false;
      Thread.currentThread().interrupt();
    }
  }

  /** After a step that asks for another, which may run on another thread. */
  final void betweenSteps() {
    interrupted = Thread.interrupted();
  }

  /** Before input is read, on the thread that reads it. */
  public void beforeInput() {
    if (!inputSeen && input == BUSY) {
      input = IDLE;
    }
  }

  /**
   * After a read, however it ended.
   *
   * @return false if a drain has closed the activity while it waited: what was read must not be
   *     begun, since it could not be answered
   */
  public boolean afterInput() {
    if (input == BUSY) {
      return true;
    }
    inputSeen = true;
    if (INPUT.compareAndSet(this, IDLE, BUSY)) {
      return true;
    }
    cutShort = true;
    input = BUSY;
    return false;
  }

  /**
   * After a read whose time has run out: nothing has come, and the next read waits for it again.
   */
  public void inputTimedOut() {
    if (input != BUSY) {
      afterInput();
      inputSeen = false;
    }
  }

  /** The same after a read that has returned; throws what a read of a closed socket throws. */
  public final void requireInput() {
    if (!afterInput()) {
      throw Thrown.<RuntimeException>asIs(
          new SocketException("closed by a drain before this request had begun"));
    }
  }

  @Override
  final void settle(AttachedThread worker, Throwable failure) {
    Ending.settle(this, worker, failure);
  }

  /** Whether it ended normally, at its end; a hand-off decides what its caller gets. */
  boolean decideOutcome(Throwable failure) {
    return failure == null;
  }

  /** Lets a caller go on that waits for the end. */
  void release() {}

  /** Reports what ended it, to whom it concerns. */
  void report(Throwable failure) {
    Ending.tell(this, failure);
  }

  /** Who waits for its end. */
  Life life() {
    return Life.AWAITED;
  }

  /** Whether its context may stop it before it begins: not where a caller waits for its answer. */
  boolean mayStayUnbegun() {
    return true;
  }

  /** Whether an interrupt that its thread got before the first step is meant for it. */
  boolean ownsInterrupts() {
    return false;
  }

  /** Whether the activity now waits for the first input of a step: for its next request. */
  final boolean awaitingInput() {
    return input == IDLE;
  }

  /** Closes the target of a running activity soon, so that it wakes up and ends. */
  final void closeEarly(Closer closer) {
    cutShort = true;
    closer.run(this::closeNow);
  }

  /**
   * Closes the target if the activity waits for its next request.
   *
   * @return false if it does not: it may wait again
   */
  final boolean closeIfIdle() {
    if (closesTarget()) {
      if (!INPUT.compareAndSet(this, IDLE, CLOSED)) {
        return false;
      }
      closeNow();
    }
    return true;
  }

  private void closeNow() {
    Throwable failure = closeTarget(null);
    if (failure != null) {
      Log.log(Level.WARNING, "closing the target of " + this + " failed", failure);
    }
  }

  /** Whether a drain has closed or interrupted it, so that what its step throws is no surprise. */
  final boolean cutShort() {
    return cutShort || input == CLOSED;
  }

  /** Whether the target can be closed, and is the activity's to close. */
  boolean closesTarget() {
    return target instanceof AutoCloseable;
  }

  /**
   * Closes the target if that is the activity's to close.
   *
   * @return the failure, with what closing threw as suppressed, or else what closing threw
   */
  final Throwable closeTarget(Throwable failure) {
    if (closesTarget()) {
      try {
        ((AutoCloseable) target).close();
      } catch (Throwable secondary) {
        return Ending.both(failure, secondary);
      }
    }
    return failure;
  }

  @Override
  public String toString() {
    return name() + " captured at " + site();
  }
}
