package cal.core.internal.activity;

import cal.core.internal.admission.Counters;
import cal.core.internal.admission.Refusal;
import cal.core.internal.report.RejectedEvent;
import cal.core.internal.support.Log;
import cal.core.internal.support.StackRoom;
import cal.core.internal.support.Thrown;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * The end of an activity, in this order, each part once, and each although another has thrown: the
 * target is closed, the activity is counted, the permit is given back, the waiting caller goes on,
 * the failure is reported, the model may be closed. Stateless.
 *
 * <p>The thread has stack left for this: workers are near the ground of theirs, and a caller {@link
 * StackRoom} asks before a run of its own.
 */
public final class Ending {
  /** Ends an activity after too long a wait. Without a trace: there may be many. */
  public static final class Late extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Refusal reason;

    public Late(Refusal reason) {
      super("it has waited too long", null, true, false);
      this.reason = reason;
    }
  }

  private Ending() {}

  /**
   * Settles an activity that holds a permit. Never throws.
   *
   * @param worker the thread that ran its last step; null if there is none
   * @param thrown what ended it, or null
   */
  static void settle(StagedActivity activity, AttachedThread worker, Throwable thrown) {
    Throwable closed = activity.finish(thrown);
    // While its permit is not back yet, the process does not end.
    boolean announced = closed != null && announced(activity);
    Throwable failure = settled(activity, worker, closed);
    if (failure != null) {
      report(activity, failure);
    }
    activity.leaveGeneration(); // the close of its model interrupts the thread
    if (announced) {
      activity.stage().failures().reports().end();
    }
  }

  private static boolean announced(StagedActivity activity) {
    try {
      return activity.stage().failures().reports().begin();
    } catch (Throwable noMemory) {
      return false;
    }
  }

  private static Throwable settled(
      StagedActivity activity, AttachedThread worker, Throwable closed) {
    Throwable failure = closed;
    boolean normally = false;
    try {
      normally = activity.decideOutcome(closed);
    } catch (Throwable undecided) {
      failure = Thrown.both(failure, undecided);
    }
    count(activity, worker, normally); // needs no memory
    try {
      activity.stage().leave(activity);
    } catch (Throwable kept) {
      failure = Thrown.both(failure, kept);
    }
    try {
      activity.release();
    } catch (Throwable unreleased) {
      failure = Thrown.both(failure, unreleased);
    }
    return failure;
  }

  /**
   * An activity without a begin was not completed: a drain has refused the activity after
   * admission.
   */
  private static void count(StagedActivity activity, AttachedThread worker, boolean normally) {
    Counters counters = activity.stage().counters();
    if (!activity.begun()) {
      counters.addRefused();
    } else if (!normally) {
      counters.addFailed();
    } else if (worker == null) {
      counters.addCompleted(1);
    } else {
      worker.countCompleted();
    }
  }

  private static void report(StagedActivity activity, Throwable failure) {
    try {
      activity.report(failure);
    } catch (Throwable unreported) {
      Log.log(Level.ERROR, "an activity failed, and could not be reported", failure);
    }
  }

  /** Settles an activity without a permit, before its begin. Never throws. */
  public static void refuse(StagedActivity activity, Refusal reason, Throwable cause) {
    Throwable failure = activity.finish(cause);
    activity.stage().counters().addRefused();
    sayRefused(activity, reason, failure);
  }

  /** Counts a refusal; returns the exception for the caller. */
  public static RejectedExecutionException refused(
      StagedActivity activity, Supplier<String> what, Refusal reason) {
    activity.stage().counters().addRefused();
    RejectedEvent.emit(activity.stage().name(), activity::describeHere, reason.reason());
    return reason.thrown(what.get(), activity.stage().numbers(), null);
  }

  /** Tells of an admitted activity without a begin. Never throws. */
  public static void sayUnbegun(StagedActivity activity, Throwable failure) {
    if (failure instanceof Late late) {
      sayRefused(activity, late.reason, late.getSuppressed().length == 0 ? null : late);
    } else {
      sayRefused(activity, Refusal.NO_WORKER, failure);
    }
  }

  /** Tells of a refusal. Never throws. */
  public static void sayRefused(StagedActivity activity, Refusal reason, Throwable failure) {
    try {
      RejectedEvent.emit(activity.stage().name(), activity::describeHere, reason.reason());
    } catch (Throwable untold) {
      Log.log(Level.DEBUG, "a refusal is no event", untold);
    }
    try {
      activity
          .stage()
          .log()
          .log(
              Level.WARNING,
              "refused ",
              () -> activity.describeHere() + ": " + reason.describe(activity.stage().numbers()),
              failure);
    } catch (Throwable untold) {
      Log.log(Level.WARNING, "an activity was refused, and could not be described", failure);
    }
  }
}
