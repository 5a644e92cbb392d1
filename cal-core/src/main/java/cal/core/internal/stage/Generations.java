package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.internal.support.Log;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.SocketProvider;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The scheduler of a stage, whose model may change while it runs: one generation takes all that is
 * new, and those before it keep what they run until its next step, or its end.
 *
 * <p>Thread-safe. A thread that gives an activity to a generation counts it there first, and then
 * looks whether the generation is still the present one; a thread that replaces it does so first,
 * and then looks at the count. So nothing is given to what is closed.
 */
final class Generations implements ActivityScheduler {
  private final OpenStage stage;
  private final Handover handover;
  private final AtomicReference<StageChoice> chosen;
  private volatile Generation current;
  private volatile StageSettings settings;

  /** Held by one change at a time. */
  private final Object changing = new Object();

  /** Changed under this object's monitor. */
  private final List<Generation> former = new CopyOnWriteArrayList<>();

  /** Guarded by this: it is to be the next, and not to be closed. */
  private Generation prepared;

  /** Guarded by this. */
  private boolean closed;

  /**
   * Opens the first.
   *
   * @param chosen the choice that the stage tells a model of while it is opened
   */
  Generations(OpenStage stage, AtomicReference<StageChoice> chosen) {
    this.stage = stage;
    this.handover = new Handover(stage, this);
    this.chosen = chosen;
    this.current = Generation.open(stage, chosen.get());
    this.settings = StageSettings.of(stage);
  }

  Generation current() {
    return current;
  }

  /** The settings of the stage, whatever its model. */
  StageSettings settings() {
    return settings;
  }

  /** How many activities may be in flight. */
  int limit() {
    return limitOf(current);
  }

  private int limitOf(Generation generation) {
    return Math.min(settings.maxInFlight(), generation.scheduler().capacity());
  }

  /** {@link OpenStage#change}: where the limit is lower it is so before the other model begins. */
  void change(StageChoice to, Admission admission) {
    synchronized (changing) {
      Generation next = prepare(to);
      settings = StageSettings.of(stage);
      int room = limitOf(next);
      admission.change(Math.min(room, admission.limit()), settings.whenFull());
      replaceBy(next);
      admission.change(room, settings.whenFull());
    }
  }

  /** Asks the present generation how much fits in. */
  void resize(Admission admission) {
    synchronized (changing) {
      admission.change(limit(), settings.whenFull());
    }
  }

  /**
   * The generation for a choice, which is chosen now: one that is still there, or a new one.
   *
   * @throws RuntimeException if it cannot be opened: what was chosen before is chosen still
   */
  private synchronized Generation prepare(StageChoice next) {
    StageChoice before = chosen.get();
    List<Object> read = next.settings(stage.name());
    chosen.set(next);
    try {
      prepared =
          Stream.concat(Stream.of(current), former.stream())
              .filter(one -> one.is(next.model(), read))
              .findFirst()
              .orElseGet(() -> Generation.open(stage, next));
      return prepared;
    } catch (Throwable refused) {
      chosen.set(before);
      throw refused;
    }
  }

  /** Has a generation take all that is new from now on, and what waits in the one before. */
  private void replaceBy(Generation next) {
    Generation before;
    Thread closer = null;
    synchronized (this) {
      before = current;
      prepared = null;
      if (next == before) {
        return;
      }
      if (closed) {
        next.scheduler().close();
        return;
      }
      former.remove(next);
      former.add(before);
      current = next;
      next.wakeCloser(); // it has nothing to wait for any more
      if (!before.hasCloser()) {
        closer = GenerationEnd.thread(stage, this, before);
        before.closedBy(closer);
      }
    }
    handover.passOnWhatWaits(before, next);
    if (closer != null) {
      start(closer, before);
    }
  }

  /** Never throws: the change has been made. */
  private void start(Thread closer, Generation before) {
    try {
      closer.start();
    } catch (Throwable none) {
      before.closedBy(null); // the next change away from it has another
      Log.log(
          Level.WARNING,
          "stage=%s: no thread closes what %s leaves; it stays until the end"
              .formatted(stage.name(), before.model().name()),
          none);
    }
  }

  /** The present generation, which counts one more now: it is not closed before that has left. */
  Generation enter() {
    while (true) {
      Generation now = current;
      now.enter();
      if (now == current) {
        return now;
      }
      now.leave();
    }
  }

  /** {@link Handover#takesOver}. */
  boolean takesOver(StagedActivity activity) {
    return handover.takesOver(activity);
  }

  /** Where calls proceed in their caller since a moment ago, the caller runs the activity. */
  @Override
  public void start(CapturedActivity passed) {
    StagedActivity activity = (StagedActivity) passed;
    Generation now = enter();
    if (now.inPlace()) {
      now.leave();
      stage.intake().runInCaller(activity);
      return;
    }
    activity.runBy(now);
    now.scheduler().start(activity);
  }

  /** Whether nobody needs to wait for a generation any more: its closer ends then. */
  synchronized boolean closeIfEmpty(Generation generation) {
    if (generation != prepared && former.contains(generation)) {
      if (!generation.isEmpty()) {
        return false;
      }
      generation.scheduler().close();
      former.remove(generation);
    }
    generation.closedBy(null);
    return true;
  }

  private <T> Collection<T> each(Function<ActivityScheduler, Collection<T>> part) {
    if (former.isEmpty()) {
      return part.apply(current.scheduler());
    }
    List<T> all = new ArrayList<>(part.apply(current.scheduler()));
    for (Generation one : former) {
      all.addAll(part.apply(one.scheduler()));
    }
    return all;
  }

  @Override
  public Optional<Thread> unstarted(String name, Runnable body) {
    return current.scheduler().unstarted(name, body);
  }

  @Override
  public int capacity() {
    return current.scheduler().capacity();
  }

  @Override
  public boolean bounded() {
    return current.scheduler().bounded();
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return each(ActivityScheduler::waiting);
  }

  @Override
  public boolean takesThreads() {
    return current.scheduler().takesThreads();
  }

  @Override
  public Collection<LeftActivity> left() {
    return each(ActivityScheduler::left);
  }

  /** The scheduler of each generation. */
  Stream<ActivityScheduler> queues() {
    return Stream.concat(Stream.of(current), former.stream()).map(Generation::scheduler);
  }

  @Override
  public void resume(Predicate<CapturedActivity> which, Consumer<LeftActivity> claimed) {
    queues().forEach(one -> one.resume(which, claimed));
  }

  @Override
  public Optional<SocketProvider> sockets() {
    return current.scheduler().sockets();
  }

  @Override
  public List<CapturedActivity> close() {
    List<Generation> ended;
    synchronized (this) {
      closed = true;
      ended = List.copyOf(former);
      former.clear();
    }
    List<CapturedActivity> never = new ArrayList<>(current.scheduler().close());
    for (Generation one : ended) {
      never.addAll(one.scheduler().close());
      one.wakeCloser();
    }
    return never;
  }
}
