package cal.core.internal.activity;

import cal.core.internal.admission.Counters;
import cal.core.internal.admission.LiveNumbers;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.CoreSettings;
import cal.core.spi.Cores;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The attached threads of a stage, and their activities. Thread-safe. */
public final class Workers implements LiveNumbers.OfWorkers {
  /** Visits activities. */
  public interface Visitor {
    void visit(AttachedThread worker, StagedActivity activity);
  }

  private final ActivityStage stage;
  private final Counters counters;
  private final Set<AttachedThread> attached = ConcurrentHashMap.newKeySet();
  private final AttachedThread unattached;

  public Workers(ActivityStage stage, Counters counters) {
    this.stage = stage;
    this.counters = counters;
    this.unattached = AttachedThread.unattached(stage);
  }

  /** Attaches the calling thread; where that fails, for a step at a time. */
  public AttachedThread attach() {
    try {
      return attachOrThrow();
    } catch (Throwable none) {
      return unattached;
    }
  }

  AttachedThread attachOrThrow() {
    AttachedThread worker = AttachedThread.of(stage, takeCores());
    try {
      attached.add(worker);
      AttachedThread.set(worker);
    } catch (Throwable none) {
      attached.remove(worker);
      giveCoresBack(worker);
      throw none;
    }
    return worker;
  }

  /**
   * The former cores of the calling thread, where cores are pinned; a virtual thread has its
   * carrier's.
   */
  private Cores takeCores() {
    return Cores.pinning() && !Thread.currentThread().isVirtual()
        ? stage.setting(CoreSettings.CORES).take()
        : null;
  }

  private static void giveCoresBack(AttachedThread worker) {
    if (worker.before != null) {
      worker.before.take();
    }
  }

  void detach(AttachedThread worker) {
    counters.addCompleted(worker.completed());
    counters.addSteps(worker.steps());
    attached.remove(worker);
    giveCoresBack(worker);
  }

  /** The last attachment of the calling thread. */
  public AttachedThread current() {
    AttachedThread worker = AttachedThread.current();
    return worker == null || worker.stage() != stage ? unattached : worker;
  }

  /** A view of the workers. */
  public Collection<Worker> all() {
    return Collections.unmodifiableCollection(attached);
  }

  /** The same, for its stage. */
  public Set<AttachedThread> attached() {
    return attached;
  }

  /** Visits each running activity of the stage, with its worker. */
  public void forEachRunning(Visitor visitor) {
    for (AttachedThread worker : attached) {
      StagedActivity activity = worker.running();
      if (activity != null && activity.stage() == stage) {
        visitor.visit(worker, activity);
      }
    }
  }

  /** Visits the activities without a worker, with null, and then the running ones, with theirs. */
  public void forEachInFlight(ActivityScheduler scheduler, Visitor visitor) {
    StagedActivity.all(scheduler.waiting()).forEach(activity -> visitor.visit(null, activity));
    scheduler.left().forEach(one -> visitor.visit(null, (StagedActivity) one.activity()));
    forEachRunning(visitor);
  }

  /**
   * Runs an activity on the calling thread, until it ends. An interrupt of the caller waits for
   * that; the activity's own ends with it.
   */
  public void runInCaller(StagedActivity activity) {
    boolean interrupted = Thread.interrupted();
    try (AttachedThread worker = attach()) {
      new CallersTurn().run(worker, activity);
    } finally {
      Thread.interrupted();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A caller never yields between steps: the activity runs within a call of the server. */
  private static final class CallersTurn extends Turn {
    @Override
    protected boolean goesOn(CapturedActivity activity) {
      return true;
    }
  }

  /** Activities ended normally on the attached threads. */
  @Override
  public long completed() {
    return attached.stream().mapToLong(AttachedThread::completed).sum();
  }

  /** Steps ended on the attached threads. */
  @Override
  public long steps() {
    return attached.stream().mapToLong(AttachedThread::steps).sum();
  }
}
