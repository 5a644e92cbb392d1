package cal.core.internal.activity;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StepInterceptor;
import java.util.Collection;
import java.util.List;
import org.aspectj.lang.JoinPoint;

/**
 * An activity of a stage, as the models see it. {@link AttachedThread#run} runs its steps. There
 * are three kinds: spawned, handed off, adopted. The methods at the end of this class say how each
 * is started and ends; {@link Ending} calls them in one order. Thread-safe as a {@link
 * CapturedActivity}.
 */
public abstract class StagedActivity extends Lifetime implements CapturedActivity {
  /** The waiters for an activity's end. */
  public enum Life {
    /** The JVM, and a drain. */
    AWAITED,
    /** The JVM alone: a pool's thread, waiting for work. */
    IDLING,
    /** Nobody: the JVM may end meanwhile, as with any daemon. */
    DAEMON
  }

  private final ActivityStage stage;

  /** Null before the first read. Other threads see it by a race, with all fields' defaults. */
  private InputWait input;

  /** Set once, by any thread: no other step is run. */
  private volatile boolean cut;

  /** Set before the start; null for none. */
  private StepInterceptor interceptor;

  /** An interrupt left by the last step: kept with the activity, not the thread. */
  private boolean interrupted;

  /** Makes an activity, before its begin. */
  public StagedActivity(ActivityStage stage) {
    this.stage = stage;
  }

  /** Runs a step on the calling thread; {@link Boolean#TRUE} asks for another. */
  public abstract Object step() throws Throwable;

  /** Where the activity was captured; null where nobody knows. */
  public abstract JoinPoint.StaticPart joinPoint();

  /** The object of the activity's work; null for a static procedure. */
  public abstract Object target();

  @Override
  public final ActivityStage stage() {
    return stage;
  }

  @Override
  public final boolean mustEnd() {
    return cutShort() || stage.mustEnd(this);
  }

  @Override
  public final String site() {
    JoinPoint.StaticPart site = joinPoint();
    return site == null
        ? "unknown"
        : site.getSignature().toLongString() + " at " + site.getSourceLocation();
  }

  @Override
  public final String name() {
    return name(AttachedThread.currentActivity() == this);
  }

  /** A waiting caller may hold a lock of the target: that thread alone calls the target. */
  private String name(boolean here) {
    Object target = target();
    Thread waiting = waitingThread();
    boolean own = here && (waiting == null || waiting == Thread.currentThread());
    String text = own ? Describer.describeHere(target) : Describer.describe(target);
    return stage.name() + "[" + (target == null ? "static" : text) + "]";
  }

  /** The text for the activity's own thread, or a refused caller: both may call the target. */
  final String describeHere() {
    return name(true) + " captured at " + site();
  }

  public final void interceptedBy(StepInterceptor chosen) {
    interceptor = chosen;
  }

  public final StepInterceptor interceptor() {
    return interceptor;
  }

  /** Before a step, on its thread: the interrupt of another activity is cleared. */
  final void beginStep() {
    boolean last = stage.draining();
    if (input != null || (last && waitingThread() == null)) {
      reader().expectInput(last, stage);
    }
    if (!begun()) {
      noteListener();
    }
    begin();
    if (!ownsInterrupts()) {
      Thread.interrupted();
    }
    if (interrupted) {
      interrupted = false;
      Thread.currentThread().interrupt();
    }
  }

  /** After a step, on its thread. */
  final void endStep() {
    if (input != null) {
      input.endStep();
    }
  }

  /** After a step that returned true: the next may run on another thread. */
  final void betweenSteps() {
    interrupted = Thread.interrupted();
    noteListener();
  }

  private void noteListener() {
    boolean listens = saysItListens();
    if (listens || input != null) {
      reader().noteListener(listens);
    }
  }

  /** Whether the last step left an interrupt, for the next step to find. */
  public final boolean interrupted() {
    return interrupted;
  }

  /** Ends the activity, once, after a step of the worker, or without one. Never throws. */
  final void end(AttachedThread worker, Throwable failure) {
    if (mayEnd()) {
      Ending.settle(this, worker, failure);
    }
  }

  @Override
  public final void giveUp(Throwable why) {
    if (isMine()) {
      end(null, why);
    }
  }

  /** The wait for input, on the activity's thread; the caller's, or null, for a hand-off. */
  public InputWait reader() {
    if (input == null) {
      input = newWait();
    }
    return input;
  }

  /** Makes the wait, before the first read. */
  protected InputWait newWait() {
    return new InputWait(stage);
  }

  /** The activity's own wait for input, for any thread; null before the first read. */
  public final InputWait input() {
    return input;
  }

  /** The latest arrival of the client accepted by the present step; 0 for none. */
  public long clientArrived() {
    return input == null ? 0 : input.clientArrived();
  }

  /** {@link InputWait#isAwaited}, of the activity's own input. */
  public final boolean awaitingInput() {
    InputWait own = input;
    return own != null && own.isAwaited();
  }

  @Override
  public final boolean gaveWay() {
    return input != null && input.gaveWay();
  }

  /** After a step: whether the step has accepted a waiting client. */
  final boolean clientWaited() {
    return input != null && input.clientWaited();
  }

  /** No further step is run. */
  public final void cut() {
    cut = true;
  }

  /** Whether the activity was closed or interrupted: an exception is no surprise. */
  public final boolean cutShort() {
    InputWait own = input;
    return cut || (own != null && own.isCut());
  }

  /** The same, also of a waiting caller. */
  public boolean isStopped() {
    return cutShort();
  }

  /** Closes the target if that is to be closed; returns the failure, or what closing threw. */
  protected Throwable closeTarget(Throwable failure) {
    if (closesTarget()) {
      try {
        ((AutoCloseable) target()).close();
      } catch (Throwable secondary) {
        return Thrown.both(failure, secondary);
      }
    }
    return failure;
  }

  /** {@link #closeTarget}, at the end of the activity. */
  protected Throwable finish(Throwable failure) {
    return closeTarget(failure);
  }

  @Override
  public String toString() {
    return name() + " captured at " + site();
  }

  /** Whether the target can be closed, and is the activity's to close. */
  public abstract boolean closesTarget();

  /** The waiters for the end. */
  public Life life() {
    return Life.AWAITED;
  }

  /** Whether the JVM is kept from the start on: not for a waiting caller. */
  public boolean keepsJvm() {
    return life() != Life.DAEMON;
  }

  /** Starts the admitted activity on a worker of the stage. */
  public void startBy(ActivityScheduler scheduler) {
    scheduler.start(this);
  }

  /** Whether the client only listens from now on, by the binding; for the activity's thread. */
  public boolean saysItListens() {
    return false;
  }

  /** When the client of a connection came, by {@link System#nanoTime}; 0 for no connection. */
  public long arrived() {
    return 0;
  }

  /** Whether too long a wait leads to a refusal: not after a promise to run. */
  public boolean mayBeLate() {
    return true;
  }

  /** Whether an interrupt before the first step is meant for the activity. */
  public boolean ownsInterrupts() {
    return false;
  }

  /** The thread of a waiting caller; null for none. */
  public Thread waitingThread() {
    return null;
  }

  /** The worker of a waiting caller's thread; null for none. */
  public AttachedThread waitingWorker() {
    return null;
  }

  /** Whether the end is a normal one; a hand-off decides on its caller's result here. */
  public boolean decideOutcome(Throwable failure) {
    return failure == null;
  }

  /** Lets a waiting caller go on. */
  public void release() {}

  /** Reports the failure at the end. */
  public abstract void report(Throwable failure);

  /** The activities from a model: a model was given no others. */
  public static List<StagedActivity> all(Collection<CapturedActivity> activities) {
    return activities.stream().map(StagedActivity.class::cast).toList();
  }
}
