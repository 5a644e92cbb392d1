package cal.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import jdk.jfr.FlightRecorder;

/**
 * A thread, platform or virtual, that runs steps of activities: one at a time.
 *
 * <p>A model's thread attaches one with {@link Stage#attach}, runs activities through it, and
 * closes it when the thread ends. {@link #run} and {@link #close} are for that thread alone; {@link
 * #interrupt} may be called by any other, and reaches the thread only while it runs the activity
 * that is meant.
 */
public final class Carrier implements AutoCloseable {
  private static final ThreadLocal<Carrier> CURRENT = new ThreadLocal<>();
  private static final CapturedActivity INTERRUPTING =
      new CapturedActivity(null, null, null, null) {
        @Override
        protected Object call() {
          throw new IllegalStateException("the interruption marker is never run");
        }
      };
  private static final VarHandle RUNNING;
  private static final VarHandle COMPLETED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RUNNING = lookup.findVarHandle(Carrier.class, "running", CapturedActivity.class);
      COMPLETED = lookup.findVarHandle(Carrier.class, "completed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Stage stage;
  private final Thread thread;
  private final Carrier outer;

  /**
   * What the thread runs, for other threads: {@link #INTERRUPTING} while it is being interrupted.
   */
  private volatile CapturedActivity running;

  /**
   * What the thread runs or ends, for itself, and for whom it waits for in a hand-off. Kept while
   * the target is closed and a failure is reported: what they spawn must not wait for this thread.
   */
  private CapturedActivity own;

  /** Written by drains alone: whose target was closed early. */
  private CapturedActivity closedEarly;

  /** Activities that ended normally here: written by the thread alone, so without contention. */
  private long completed;

  private Carrier(Stage stage, Thread thread, Carrier outer) {
    this.stage = stage;
    this.thread = thread;
    this.outer = outer;
  }

  static Carrier attach(Stage stage) {
    Carrier carrier = new Carrier(stage, Thread.currentThread(), CURRENT.get());
    CURRENT.set(carrier);
    return carrier;
  }

  /** Tells the calling thread who it is, when it has other thread locals. */
  static void set(Carrier carrier) {
    CURRENT.set(carrier);
  }

  /** The carrier of the calling thread, or null. */
  static Carrier current() {
    return CURRENT.get();
  }

  /** The activity that the calling thread runs, or null. */
  static CapturedActivity currentActivity() {
    Carrier carrier = CURRENT.get();
    return carrier == null ? null : carrier.own;
  }

  /**
   * Whether a stage passes the test among those that the calling thread works for: in what it runs,
   * in what waits for that in a hand-off, and in what runs it in its place.
   */
  static boolean anyOnChain(Predicate<Stage> test) {
    return anyOnChain(CURRENT.get(), test);
  }

  /** Whether the calling thread is one of an event loop, which nothing may keep. */
  static boolean onEventLoop() {
    for (Carrier c = CURRENT.get(); c != null; c = c.outer) {
      if (c.stage.model().eventLoop()) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyOnChain(Carrier carrier, Predicate<Stage> test) {
    for (Carrier c = carrier; c != null; c = c.outer) {
      CapturedActivity activity = c.own;
      if (activity != null
          && (test.test(activity.stage()) || anyOnChain(activity.waitingCarrier(), test))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Runs one step of an activity on the calling thread, and ends the activity if that was its last:
   * it returned false, it threw, or its stage drains.
   *
   * @param activity the activity, which no other carrier runs
   * @return true if the activity has more steps to run; never throws
   */
  public boolean run(CapturedActivity activity) {
    own = activity;
    int outside = RegionStack.depthOfThread();
    try {
      return runOrEnd(activity, outside);
    } finally {
      own = null;
    }
  }

  private boolean runOrEnd(CapturedActivity activity, int outside) {
    if (activity.stage().mustEnd(activity)) {
      activity.end(this, null);
      return false;
    }
    boolean first = !activity.begun();
    activity.beginStep();
    RUNNING.setRelease(this, activity);
    // A drain of its context looks for it after it was announced: one of the two sees the other.
    if (activity.stage().drainsContextOf(activity)) {
      leave(activity);
      activity.endUnrun(this, first);
      return false;
    }
    Throwable failure = null;
    boolean more = false;
    try {
      more = isRecorded() ? recordedStep(activity) : step(activity);
    } catch (Throwable thrown) {
      failure = thrown;
    }
    // Where a step runs out of stack at the edge of a region, it may not have left that.
    RegionStack.leaveOfThread(outside);
    leave(activity);
    if (more && !activity.stage().mustEnd(activity)) {
      activity.betweenSteps();
      return true;
    }
    activity.end(this, failure);
    return false;
  }

  /** Without a recording, JFR and its types of events are never loaded. */
  private static boolean isRecorded() {
    return FlightRecorder.isInitialized() && StepProbe.EVENT.isEnabled();
  }

  /** Loaded with the first recording. */
  private static final class StepProbe {
    static final ActivityStepEvent EVENT = new ActivityStepEvent();
  }

  private static boolean step(CapturedActivity activity) throws Throwable {
    ActivityCompanion companion = activity.companion();
    if (companion == null) {
      return Boolean.TRUE.equals(activity.call());
    }
    companion.beforeStep();
    try {
      return Boolean.TRUE.equals(activity.call());
    } finally {
      companion.afterStep();
    }
  }

  private static boolean recordedStep(CapturedActivity activity) throws Throwable {
    ActivityStepEvent event = new ActivityStepEvent();
    event.begin();
    try {
      return step(activity);
    } finally {
      event.end();
      if (event.shouldCommit()) {
        event.stage = activity.stage().name();
        event.activity = activity.name();
        event.commit();
      }
    }
  }

  /** From here on no interrupt meant for the activity can reach the thread. */
  private void leave(CapturedActivity activity) {
    while (!RUNNING.compareAndSet(this, activity, null)) {
      Thread.onSpinWait();
    }
  }

  /**
   * Interrupts the thread if it runs the given activity now.
   *
   * @param activity the activity that is meant
   * @return whether the thread was interrupted
   */
  boolean interrupt(CapturedActivity activity) {
    if (!RUNNING.compareAndSet(this, activity, INTERRUPTING)) {
      return false;
    }
    thread.interrupt();
    RUNNING.setRelease(this, activity);
    return true;
  }

  /** Closes the target of an activity that waits for input, the first time that a drain looks. */
  void closeAwaitingInput(CapturedActivity activity, Closer closer) {
    if (activity.awaitingInput() && closedEarly != activity) {
      closedEarly = activity;
      activity.closeEarly(closer);
    }
  }

  /**
   * What the thread runs now; for other threads, a momentary view.
   *
   * @return null between two activities
   */
  public CapturedActivity running() {
    CapturedActivity now = running;
    return now == INTERRUPTING ? null : now;
  }

  Stage stage() {
    return stage;
  }

  /**
   * The name of the stage that it is attached to.
   *
   * @return lower-case words joined by hyphens
   */
  public String stageName() {
    return stage.name();
  }

  void countCompleted() {
    COMPLETED.setOpaque(this, completed + 1);
  }

  /** Activities that ended normally on this carrier so far. */
  long completed() {
    return (long) COMPLETED.getOpaque(this);
  }

  /**
   * The thread that is attached.
   *
   * @return a platform or a virtual thread
   */
  public Thread thread() {
    return thread;
  }

  /** Ends the attachment of the calling thread to its stage. */
  @Override
  public void close() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
    stage.detach(this);
  }
}
