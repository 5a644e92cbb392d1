package cal.core.internal.stage;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StepInterceptor;
import java.util.Collection;
import java.util.List;
import org.aspectj.lang.JoinPoint;

/**
 * An activity as the models see it: its body, and where it comes from.
 *
 * <p>Made by {@code ActivityCapture} at a captured call. A model only passes it on; {@link
 * AttachedThread#run} runs its steps. Not thread-safe by itself: a model hands it from worker to
 * worker with a happens-before edge (a queue, a thread start), so that its steps never overlap.
 *
 * <p>There are three kinds: {@link SpawnedActivity}, {@link HandOff}, {@link AdoptedActivity}. Each
 * has a way into its stage of its own, and says by the methods at the end of this class how it is
 * started and how it ends. {@link Ending} calls those in one order for all of them.
 */
public abstract class StagedActivity extends InputWait implements CapturedActivity {
  /** The waiters for an activity's end. */
  public enum Life {
    /** The JVM, and a drain. */
    AWAITED,
    /** The JVM alone: a pool's thread, which waits for work that may never come. */
    IDLING,
    /** Nobody: as with any daemon, the JVM may end although it runs. */
    DAEMON
  }

  private final OpenStage stage;
  private final JoinPoint.StaticPart site;
  private final Object caller;
  private final Object target;

  /** Set before the activity is started; null where nothing goes with it. */
  private StepInterceptor interceptor;

  /** Set by the thread that passes it on; null where no scheduler has it. */
  private Generation runBy;

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
  public final boolean mustEnd() {
    return cutShort() || stage.ending().mustEnd(this);
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

  /** Says whose workers run it from now on. */
  final void runBy(Generation generation) {
    runBy = generation;
  }

  /** The generation of its stage that runs it; null where none does. */
  final Generation runBy() {
    return runBy;
  }

  final JoinPoint.StaticPart joinPoint() {
    return site;
  }

  /** Before a step, on its thread: an interrupt status that another activity left is cleared. */
  final void beginStep() {
    expectInput(begun() && stage.draining());
    if (!begun()) {
      noteListener(saysItListens());
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

  /**
   * Whether it, or the activity that it reads for, was closed or interrupted by a drain, or closed
   * as idle.
   */
  public final boolean isStopped() {
    InputWait reads = reader();
    return cutShort() || (reads != null && reads.cutShort());
  }

  /** After a step that asks for another, which may run on another thread. */
  final void betweenSteps() {
    interrupted = Thread.interrupted();
    noteListener(saysItListens());
  }

  /** Whether the last step left an interrupt, which the next one is to find at once. */
  final boolean interrupted() {
    return interrupted;
  }

  @Override
  final void settle(AttachedThread worker, Throwable failure) {
    Ending.settle(this, worker, failure);
  }

  @Override
  final Throwable closeTarget(Throwable failure) {
    if (closesTarget()) {
      try {
        ((AutoCloseable) target).close();
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

  /** The waiters for its end. */
  Life life() {
    return Life.AWAITED;
  }

  /** Whether the JVM is to be kept from its start on: not where its caller waits for it. */
  boolean keepsJvm() {
    return life() != Life.DAEMON;
  }

  /** Starts it, admitted, on a worker of its stage. */
  void startBy(ActivityScheduler scheduler) {
    scheduler.start(this);
  }

  /** Whether its context may stop it before it begins: not where a caller waits for its answer. */
  boolean mayStayUnbegun() {
    return true;
  }

  /** Whether it may be refused as late: it is for a client just accepted, who sees its end. */
  boolean isConnection() {
    return false;
  }

  /** Whether its client only listens from now on, as its binding says; for its own thread. */
  boolean saysItListens() {
    return false;
  }

  /** When its client came, at the latest, by {@link System#nanoTime}; for a connection alone. */
  long arrived() {
    return 0;
  }

  /** Whether it is refused where it has waited too long: not if it was promised to be run. */
  boolean mayBeLate() {
    return true;
  }

  /** Whether an interrupt that its thread got before the first step is meant for it. */
  boolean ownsInterrupts() {
    return false;
  }

  /** The thread that waits for its end in its caller; null where none does. */
  public Thread waitingThread() {
    return null;
  }

  /** The worker of that thread; null where it has none. */
  AttachedThread waitingWorker() {
    return null;
  }

  /** Whether it ended normally, at its end; a hand-off decides what its caller gets. */
  boolean decideOutcome(Throwable failure) {
    return failure == null;
  }

  /** Lets a caller go on that waits for the end. */
  void release() {}

  /** Reports the failure that ended it, to those that it concerns. */
  abstract void report(Throwable failure);

  /** The activities that a model gives back: it was given no others. */
  static List<StagedActivity> all(Collection<CapturedActivity> activities) {
    return activities.stream().map(StagedActivity.class::cast).toList();
  }
}
