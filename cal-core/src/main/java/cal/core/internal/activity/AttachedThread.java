package cal.core.internal.activity;

import cal.core.internal.admission.Refusal;
import cal.core.internal.region.RegionStack;
import cal.core.internal.support.ThreadLocals;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Cores;
import cal.core.spi.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * The worker of a thread that is attached to a stage, platform or virtual: it runs steps.
 *
 * <pre>
 *   run: taken? --no--&gt; nothing           refused, or kept by another thread
 *          | yes
 *          v
 *        must end? --yes--&gt; end           a drain, or a target closed early
 *          | no
 *          v
 *        too late? --yes--&gt; refuse        the first step alone
 *          | no
 *          v
 *        step: running = activity, interceptors, procedure; leave regions; running = null
 *          |
 *          '--true--&gt; the present generation's (Migration), or this worker's again
 *          '--false, failure--&gt; end
 * </pre>
 *
 * <p>{@link #run} never throws, and ends each activity once. {@link #run} and {@link #close} are
 * for the thread alone. Any other thread may {@link #interrupt} it, and reaches it only while it
 * runs the activity that is meant: {@code running} is locked by compare-and-set for that moment, so
 * no interrupt comes after the step. Steps that accept waiting clients go on for a while.
 */
public final class AttachedThread implements Worker {
  private static final ThreadLocal<AttachedThread> CURRENT = new ThreadLocals.Own<>();
  private static final Object INTERRUPTING = new Object();

  private static final VarHandle RUNNING;
  private static final VarHandle COMPLETED;
  private static final VarHandle STEPS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RUNNING = lookup.findVarHandle(AttachedThread.class, "running", Object.class);
      COMPLETED = lookup.findVarHandle(AttachedThread.class, "completed", long.class);
      STEPS = lookup.findVarHandle(AttachedThread.class, "steps", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ActivityStage stage;
  private final Thread thread;
  private final AttachedThread outer;

  /** The cores of the thread before the stage's; null without a change. */
  final Cores before;

  /** The activity on the thread, for other threads; or {@link #INTERRUPTING}. */
  private volatile Object running;

  /**
   * The activity that the thread runs or ends, for itself and for the worker of its hand-off. Kept
   * to the end of a report: an activity spawned there must not wait for this thread.
   */
  private StagedActivity own;

  /** Written for drains alone: the activity found idle. */
  private volatile StagedActivity closedEarly;

  /** Null before the first client after a wait. */
  private Accepting accepting;

  /** Activities ended normally here: written by the thread alone, so without contention. */
  private long completed;

  /** Steps ended here: written likewise. */
  private long steps;

  private AttachedThread(ActivityStage stage, Thread thread, AttachedThread outer, Cores before) {
    this.stage = stage;
    this.thread = thread;
    this.outer = outer;
    this.before = before;
  }

  /** A worker of the calling thread, known there after {@link #set}. */
  static AttachedThread of(ActivityStage stage, Cores before) {
    return new AttachedThread(stage, Thread.currentThread(), CURRENT.get(), before);
  }

  /** Stands for threads without an attachment: each is attached for a step at a time. */
  static AttachedThread unattached(ActivityStage stage) {
    return new AttachedThread(stage, null, null, null);
  }

  /** Makes a worker known to the calling thread, after a change of thread locals. */
  public static void set(AttachedThread worker) {
    CURRENT.set(worker);
  }

  /** The worker of the calling thread, or null. */
  public static AttachedThread current() {
    return CURRENT.get();
  }

  /** The activity of the calling thread, or null. */
  public static StagedActivity currentActivity() {
    AttachedThread worker = CURRENT.get();
    return worker == null ? null : worker.own;
  }

  /** The wait for the input read by the calling thread, or null. */
  public static InputWait currentReader() {
    StagedActivity activity = currentActivity();
    return activity == null ? null : activity.reader();
  }

  @Override
  public boolean run(CapturedActivity passed) {
    StagedActivity activity = (StagedActivity) passed;
    if (thread == null) {
      return runOnce(activity);
    }
    boolean first = !activity.begun();
    if (!activity.isMine()) {
      return false; // refused or kept: its model has thrown when it was passed on
    }
    own = activity;
    try {
      boolean more = runOrEnd(activity, first);
      if (more && (activity.stays() || activity.clientWaited())) {
        more = goOn(activity);
      }
      return more;
    } catch (Throwable broken) {
      activity.end(null, broken);
      return false;
    } finally {
      own = null;
    }
  }

  /** Runs further steps of an activity kept here, or with waiting clients to accept. */
  private boolean goOn(StagedActivity activity) {
    long now = System.nanoTime();
    if (accepting == null) {
      accepting = new Accepting(thread.isVirtual(), now);
    }
    accepting.begin(now);
    boolean more = true;
    while (more
        && (activity.stays() || (activity.clientWaited() && accepting.goesOn(System.nanoTime())))) {
      more = runOrEnd(activity, false);
    }
    accepting.end(System.nanoTime());
    return more;
  }

  private boolean runOnce(StagedActivity activity) {
    try (AttachedThread worker = stage.attached().attachOrThrow()) {
      return worker.run(activity);
    } catch (Throwable unattached) {
      activity.giveUp(unattached);
      return false;
    }
  }

  private boolean runOrEnd(StagedActivity activity, boolean first) {
    if (activity.mustEnd()) {
      activity.end(this, null);
      return false;
    }
    Refusal refusal = first ? activity.stage().begin(activity) : null;
    if (refusal != null) {
      activity.end(this, new Ending.Late(refusal));
      return false;
    }
    int outside = RegionStack.depthOfThread();
    activity.beginStep();
    RUNNING.setRelease(this, activity);
    Throwable failure = null;
    boolean unrun = false;
    boolean more = false;
    try {
      // A drain of its context looks for it after it was announced: one of the two sees the other.
      unrun = activity.stage().drainsContextOf(activity);
      more = !unrun && Step.run(activity);
      if (more && activity.stage().draining()) {
        activity.awaits(); // the drain asks the socket for a last request
      }
    } catch (Throwable thrown) {
      failure = thrown;
    }
    failure = Step.leaveRegions(outside, failure);
    leave(activity);
    if (unrun) {
      if (first) {
        activity.unbegin();
      }
      activity.end(this, null);
      return false;
    }
    STEPS.setOpaque(this, steps + 1);
    if (more && failure == null && !activity.mustEnd()) {
      activity.betweenSteps();
      return !activity.stage().takesOver(activity);
    }
    activity.end(this, failure);
    return false;
  }

  /** From here on no interrupt meant for the activity can reach the thread. */
  private void leave(StagedActivity activity) {
    activity.endStep();
    while (!RUNNING.compareAndSet(this, activity, null)) {
      Thread.onSpinWait();
    }
  }

  /** Interrupts the thread during a step of the given activity; whether there is such a step. */
  public boolean interrupt(StagedActivity activity) {
    if (!RUNNING.compareAndSet(this, activity, INTERRUPTING)) {
      return false;
    }
    thread.interrupt();
    RUNNING.setRelease(this, activity);
    return true;
  }

  /** Has an activity closed soon, if the activity then still waits for input: each look asks. */
  public void closeAwaitingInput(StagedActivity activity, Consumer<Runnable> closer) {
    if (activity.awaitingInput() && activity.closesTarget() && closedEarly != activity) {
      closedEarly = activity;
      closer.accept(EarlyClosing.ofIdle(activity, () -> closedEarly = null));
    }
  }

  @Override
  public StagedActivity running() {
    Object now = running;
    return now == INTERRUPTING ? null : (StagedActivity) now;
  }

  public ActivityStage stage() {
    return stage;
  }

  /** The attachment of this thread before; null for none. */
  public AttachedThread outer() {
    return outer;
  }

  /** The activity, to the end of its report; or null. For the thread, and a hand-off's worker. */
  public StagedActivity own() {
    return own;
  }

  @Override
  public String stageName() {
    return stage.name();
  }

  void countCompleted() {
    COMPLETED.setOpaque(this, completed + 1);
  }

  /** Activities ended normally on this worker so far. */
  long completed() {
    return (long) COMPLETED.getOpaque(this);
  }

  /** Steps ended on this worker so far. */
  public long steps() {
    return (long) STEPS.getOpaque(this);
  }

  @Override
  public Thread thread() {
    return thread;
  }

  @Override
  public void close() {
    if (thread == null) {
      return;
    }
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
    stage.attached().detach(this);
  }
}
