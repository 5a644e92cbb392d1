package cal.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

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

  /** Written by drains alone: the activity that was found idle. */
  private CapturedActivity closedEarly;

  /** Activities that ended normally here: written by the thread alone, so without contention. */
  private long completed;

  private Carrier(Stage stage, Thread thread, Carrier outer) {
    this.stage = stage;
    this.thread = thread;
    this.outer = outer;
  }

  /** A carrier of the calling thread, which knows it once it {@linkplain #set is set}. */
  static Carrier of(Stage stage) {
    return new Carrier(stage, Thread.currentThread(), CURRENT.get());
  }

  /** What a thread has that could not be attached: it is attached for a step at a time. */
  static Carrier unattached(Stage stage) {
    return new Carrier(stage, null, null);
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

  /** The stages that the calling thread works for, each once. */
  static List<Stage> chain() {
    Set<Stage> stages = new LinkedHashSet<>();
    anyOnChain(
        stage -> {
          stages.add(stage);
          return false;
        });
    return List.copyOf(stages);
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
   * it returned false, it threw, or its stage drains. Whatever else throws ends it, too.
   *
   * @param activity the activity, which no other carrier runs
   * @return true if the activity has more steps to run; never throws
   */
  public boolean run(CapturedActivity activity) {
    if (thread == null) {
      return runOnce(activity);
    }
    boolean first = !activity.begun();
    if (first && !activity.take()) {
      return false; // refused: its model has thrown when it was passed on
    }
    own = activity;
    try {
      return runOrEnd(activity, first);
    } catch (Throwable broken) {
      activity.end(null, broken);
      return false;
    } finally {
      own = null;
    }
  }

  /** Attached for this step. */
  private boolean runOnce(CapturedActivity activity) {
    try (Carrier carrier = stage.attachOrThrow()) {
      return carrier.run(activity);
    } catch (Throwable unattached) {
      activity.giveUp(unattached);
      return false;
    }
  }

  private boolean runOrEnd(CapturedActivity activity, boolean first) {
    if (activity.stage().mustEnd(activity)) {
      activity.end(this, null);
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
    } catch (Throwable thrown) {
      failure = thrown;
    }
    failure = leaveRegions(outside, failure);
    leave(activity);
    if (unrun) {
      activity.endUnrun(this, first);
      return false;
    }
    if (more && failure == null && !activity.stage().mustEnd(activity)) {
      activity.betweenSteps();
      return true;
    }
    activity.end(this, failure);
    return false;
  }

  /**
   * Where a step runs out of stack at the edge of a region, it may not have left that. A policy
   * that fails to let a thread out is asked once more: the guard would be held for good.
   */
  private static Throwable leaveRegions(int outside, Throwable failure) {
    try {
      RegionStack.leaveOfThread(outside);
      return failure;
    } catch (Throwable inside) {
      try {
        RegionStack.leaveOfThread(outside);
      } catch (Throwable still) {
        return Ending.both(Ending.both(failure, inside), still);
      }
      return Ending.both(failure, inside);
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

  /** Has an activity that waits for input closed, the first time that a drain looks. */
  void closeAwaitingInput(CapturedActivity activity, Consumer<Runnable> closer) {
    if (activity.awaitingInput() && closedEarly != activity) {
      closedEarly = activity;
      activity.closeIfIdle(closer);
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
    if (thread == null) {
      return;
    }
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
    stage.detach(this);
  }
}
