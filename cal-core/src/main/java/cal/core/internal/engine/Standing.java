package cal.core.internal.engine;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.region.RegionView;
import cal.core.internal.report.Hangs;
import cal.core.internal.stage.AdoptedActivity;
import cal.core.internal.support.Describer;
import cal.core.internal.support.LockOwner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that has waited at each look since a moment: in the same step, for the same object. The
 * own wait of an activity for its client is none.
 *
 * <p>For the thread that looks, and for the thread that searches after it.
 */
final class Standing {
  private static final long A_SECOND = 1_000_000_000L;

  /** A monitor has no use for patience: others are to leave it soon. */
  private static final long OF_MONITORS = A_SECOND;

  private static final long OF_OTHERS = 2 * A_SECOND;

  /** Classes in which threads wait for the system, or for other machines. */
  private static final List<String> SYSTEM =
      List.of(
          "sun.nio.",
          "java.lang.Process",
          "jdk.internal.net.http.",
          "cal.reactive.internal.",
          "cal.core.internal.socket.",
          "cal.proactor.",
          "cal.cluster.");

  private final Thread thread;
  private final AttachedThread worker;
  private final StagedActivity activity;
  private final long steps;
  private final String guard;
  private final Thread.State state;
  private final Object blocker;
  private final long since;

  /** Whether the wait was told of, or is none of CAL's matters. */
  private volatile boolean settled;

  private Standing(
      Thread thread, AttachedThread worker, StagedActivity activity, String guard, long since) {
    this.thread = thread;
    this.worker = worker;
    this.activity = activity;
    this.steps = worker == null ? 0 : worker.steps();
    this.guard = guard;
    this.state = thread.getState();
    this.blocker = LockSupport.getBlocker(thread);
    this.since = since;
  }

  /** A worker that waits now; null for others. */
  static Standing of(AttachedThread worker, StagedActivity activity, long now) {
    return !activity.awaitingInput() && isWaiting(worker.thread())
        ? new Standing(worker.thread(), worker, activity, null, now)
        : null;
  }

  /** Any thread that waits to enter a region. */
  static Standing of(RegionView view, long now) {
    return new Standing(view.thread(), null, null, view.pending(), now);
  }

  private static boolean isWaiting(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
  }

  /** This one, unless an earlier look has seen the same wait. */
  Standing orSame(Standing before) {
    return before != null && isSame(before) ? before : this;
  }

  private boolean isSame(Standing other) {
    return activity == other.activity
        && steps == other.steps
        && state == other.state
        && blocker == other.blocker
        && (guard == null || guard.equals(other.guard));
  }

  /** Whether the thread waits at this moment as it did. */
  boolean stillStands() {
    return isWaiting(thread)
        && (worker == null || (worker.running() == activity && worker.steps() == steps))
        && LockSupport.getBlocker(thread) == blocker;
  }

  boolean isDue(long now) {
    boolean soon = guard != null || state == Thread.State.BLOCKED;
    return !settled && now - since >= (soon ? OF_MONITORS : OF_OTHERS);
  }

  void settle() {
    settled = true;
  }

  /** Whether the thread waits for the system, for bytes for example: before a frame of others. */
  boolean awaitsSystem() {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (SYSTEM.stream().anyMatch(frame.getClassName()::startsWith)) {
        return true;
      }
      if (!Hangs.isOfJdk(frame)) {
        return false;
      }
    }
    return true; // no frame of the server's
  }

  /** Whether the wait may be all that there is to do: work comes, or does not. */
  boolean mayBeIdle() {
    return activity == null
        || activity instanceof AdoptedActivity
        || (activity.input() != null && activity.input().isListener());
  }

  Thread thread() {
    return thread;
  }

  long since() {
    return since;
  }

  /** The owner of the awaited lock, if told. */
  Optional<Thread> owner() {
    return LockOwner.of(blocker);
  }

  /** The awaited object of {@code java.util.concurrent}, without a word about its owner. */
  String object() {
    String name = Describer.identity(blocker);
    int nested = name.indexOf('$');
    return nested > 0 && (LockOwner.isLock(blocker) || name.contains("Sync@"))
        ? name.substring(0, nested) + name.substring(name.indexOf('@'))
        : name;
  }

  /** The awaited thing, where no other thread is known to be waited for. */
  String what() {
    if (blocker == null) {
      return "a signal, and nobody holds it";
    }
    if (!LockOwner.isLock(blocker)) {
      return object() + ", and nobody holds it";
    }
    if (!LockOwner.isTold()) {
      return object() + "; " + LockOwner.REMEDY;
    }
    return owner()
        .filter(holder -> !holder.isAlive())
        .map(dead -> object() + ", held by " + dead.getName() + ", which has ended")
        .orElse(object() + ", and no thread owns it");
  }
}
