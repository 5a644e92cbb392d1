package cal.core.internal.activity;

import cal.core.internal.generation.Generation;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StepInterceptor;
import java.util.Collection;
import java.util.List;
import org.aspectj.lang.JoinPoint;

/**
 * An activity of a stage, as the models see it. A model only passes it on; {@link
 * AttachedThread#run} runs its steps. Not thread-safe by itself: a model hands an activity from
 * worker to worker with a happens-before edge (a queue, a thread start), so steps never overlap.
 *
 * <p>There are three kinds: spawned, handed off, adopted. Each kind has a way into its stage of its
 * own, and says by the methods at the end of this class how it is started and how it ends. {@link
 * Ending} calls those in one order for all kinds.
 */
public abstract class StagedActivity extends Lifetime implements CapturedActivity {
  /** The waiters for an activity's end. */
  public enum Life {
    /** The JVM, and a drain. */
    AWAITED,
    /** The JVM alone: a pool's thread, which waits for work that may never come. */
    IDLING,
    /** Nobody: as with any daemon, the JVM may end although it runs. */
    DAEMON
  }

  private final ActivityStage stage;

  /**
   * Null before its thread reads for the first time: an activity without input has none. Given to
   * other threads by a race, which is harmless: all fields of a new one have their defaults.
   */
  private InputWait input;

  /** Set once, by any thread: no other step is run. */
  private volatile boolean cut;

  /** Set before the activity is started; null where nothing goes with it. */
  private StepInterceptor interceptor;

  /** Set by the thread that passes it on; null where no scheduler has it. */
  private Generation runBy;

  /** An interrupt status that the last step left set: it goes with the activity, not the thread. */
  private boolean interrupted;

  /** Makes an activity that has not begun. */
  public StagedActivity(ActivityStage stage) {
    this.stage = stage;
  }

  /**
   * Runs one step, on the calling thread.
   *
   * @return {@link Boolean#TRUE} to ask for another
   * @throws Throwable what the step threw
   */
  public abstract Object step() throws Throwable;

  /** Where the activity was captured; null where nobody knows. */
  public abstract JoinPoint.StaticPart joinPoint();

  /** The object that the activity works on; null for a static procedure. */
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

  private String name(boolean here) {
    Object target = target();
    String text = here ? Describer.describeHere(target) : Describer.describe(target);
    return stage.name() + "[" + (target == null ? "static" : text) + "]";
  }

  /** The text for its own thread, or the caller that is refused it: they may call the target. */
  final String describeHere() {
    return name(true) + " captured at " + site();
  }

  public final void interceptedBy(StepInterceptor chosen) {
    interceptor = chosen;
  }

  public final StepInterceptor interceptor() {
    return interceptor;
  }

  /** Says whose workers run it from now on. */
  public final void runBy(Generation generation) {
    runBy = generation;
  }

  /** The generation of its stage that runs it; null where none does. */
  public final Generation runBy() {
    return runBy;
  }

  /** Before a step, on its thread: an interrupt status that another activity left is cleared. */
  final void beginStep() {
    if (input != null) {
      input.expectInput(begun() && stage.draining());
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

  /** After a step that asks for another, which may run on another thread. */
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

  /** Whether the last step left an interrupt, which the next one is to find at once. */
  public final boolean interrupted() {
    return interrupted;
  }

  /**
   * Ends the activity, once, whatever is thrown meanwhile. Never throws.
   *
   * @param worker what ran its last step; null if it never began
   * @param failure what its last step threw, or null
   */
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

  /** The wait for input, on its own thread; that of its caller, or null, for a hand-off. */
  public InputWait reader() {
    if (input == null) {
      input = new InputWait();
    }
    return input;
  }

  /** Its own wait for input, for any thread; null where it has read nothing. */
  public final InputWait input() {
    return input;
  }

  /** When the client came that its present step has accepted, at the latest; 0 for none. */
  public long clientArrived() {
    return input == null ? 0 : input.clientArrived();
  }

  /** {@link InputWait#isAwaited}, of its own input. */
  public final boolean awaitingInput() {
    return input != null && input.isAwaited();
  }

  /** {@link InputWait#hasLastRequest}. */
  public final boolean hasLastRequest() {
    return input != null && input.hasLastRequest();
  }

  /** After a step: whether it has accepted a client that had waited. */
  final boolean clientWaited() {
    return input != null && input.clientWaited();
  }

  /** {@link InputWait#cutIfIdle}. */
  final boolean cutIfIdle() {
    return input != null && input.cutIfIdle(stage.leavesSteps());
  }

  /** Its next step is not run. */
  public final void cut() {
    cut = true;
  }

  /** Whether it was closed or interrupted, so that what its step throws is no surprise. */
  public final boolean cutShort() {
    return cut || (input != null && input.isCut());
  }

  /** The same, also of the activity that it reads for. */
  public boolean isStopped() {
    return cutShort();
  }

  /**
   * Closes the target if that is the activity's to close.
   *
   * @return the failure, with what closing threw as suppressed, or else what closing threw
   */
  final Throwable closeTarget(Throwable failure) {
    if (closesTarget()) {
      try {
        ((AutoCloseable) target()).close();
      } catch (Throwable secondary) {
        return Thrown.both(failure, secondary);
      }
    }
    return failure;
  }

  @Override
  public String toString() {
    return name() + " captured at " + site();
  }

  /** Whether the target can be closed, and is the activity's to close. */
  public abstract boolean closesTarget();

  /** The waiters for its end. */
  public Life life() {
    return Life.AWAITED;
  }

  /** Whether the JVM is to be kept from its start on: not where its caller waits for it. */
  public boolean keepsJvm() {
    return life() != Life.DAEMON;
  }

  /** Starts it, admitted, on a worker of its stage. */
  public void startBy(ActivityScheduler scheduler) {
    scheduler.start(this);
  }

  /** Whether its client only listens from now on, as its binding says; for its own thread. */
  public boolean saysItListens() {
    return false;
  }

  /** When the client of a connection came, by {@link System#nanoTime}; 0 for no connection. */
  public long arrived() {
    return 0;
  }

  /** Whether it is refused where it has waited too long: not if it was promised to be run. */
  public boolean mayBeLate() {
    return true;
  }

  /** Whether an interrupt that its thread got before the first step is meant for it. */
  public boolean ownsInterrupts() {
    return false;
  }

  /** The thread that waits for its end in its caller; null where none does. */
  public Thread waitingThread() {
    return null;
  }

  /** The worker of that thread; null where it has none. */
  public AttachedThread waitingWorker() {
    return null;
  }

  /** Whether it ended normally, at its end; a hand-off decides what its caller gets. */
  public boolean decideOutcome(Throwable failure) {
    return failure == null;
  }

  /** Lets a caller go on that waits for the end. */
  public void release() {}

  /** Reports the failure that ended it, to those that it concerns. */
  public abstract void report(Throwable failure);

  /** The activities that a model gives back: it was given no others. */
  public static List<StagedActivity> all(Collection<CapturedActivity> activities) {
    return activities.stream().map(StagedActivity.class::cast).toList();
  }
}
