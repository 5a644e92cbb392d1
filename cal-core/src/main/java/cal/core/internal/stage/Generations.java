package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.activity.Workers;
import cal.core.internal.admission.Permits;
import cal.core.internal.generation.Generation;
import cal.core.internal.generation.SharedParts;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.generation.StageSettings;
import cal.core.internal.support.Log;
import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
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
  private final ActivityStage stage;
  private final RuntimeParts parts;
  private final Permits permits;
  private final Migration migration;
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
  Generations(ActivityStage stage, RuntimeParts parts, AtomicReference<StageChoice> chosen) {
    this.stage = stage;
    this.parts = parts;
    this.chosen = chosen;
    this.settings = StageSettings.of(chosen.get(), stage.name());
    this.current = opened(chosen.get());
    this.permits = new Permits(limit(), settings.whenFull());
    this.migration = new Migration(this);
  }

  /** The permits of what is in flight. */
  Permits permits() {
    return permits;
  }

  Generation current() {
    return current;
  }

  /** The settings of the stage, whatever its model. */
  StageSettings settings() {
    return settings;
  }

  /** The name of the stage, for people. */
  String stageName() {
    return stage.name();
  }

  /** Visits what is in flight, with its worker or null. */
  void forEachInFlight(Workers.Visitor visitor) {
    stage.attached().forEachInFlight(this, visitor);
  }

  /** How many activities may be in flight. */
  int limit() {
    return limitOf(current);
  }

  private int limitOf(Generation generation) {
    return Math.min(settings.maxInFlight(), generation.scheduler().capacity());
  }

  /** {@link OpenStage#prepare}, for one change at a time. */
  synchronized StageChange prepare(StageChoice to) {
    StageChoice from = chosen.get();
    StageSettings read = StageSettings.of(to, stage.name());
    List<Object> ofModel = to.settings(stage.name());
    Generation there =
        Stream.concat(Stream.of(current), former.stream())
            .filter(one -> one.is(to.model(), ofModel))
            .findFirst()
            .orElse(null);
    try (Opening opening = new Opening()) {
      Generation next = there == null ? opening.get(() -> open(to), Generation::giveUp) : there;
      StageChange ready = new StageChange(this, from, to, read, next, there == null);
      opening.complete();
      prepared = next;
      return ready;
    }
  }

  /** Has a model open its stage, to which the choice is told as long as that takes. */
  private Generation open(StageChoice to) {
    StageChoice before = chosen.get();
    chosen.set(to);
    try {
      return opened(to);
    } finally {
      chosen.set(before);
    }
  }

  /**
   * Has the model of a choice open the stage.
   *
   * @throws RuntimeException or an error, if it cannot be opened: nothing of it is kept then
   */
  private Generation opened(StageChoice choice) {
    choice.requireCores(stage);
    ConcurrencyModel model = choice.model();
    List<Object> read = choice.settings(stage.name());
    int queue = choice.configuration().get(CoreSettings.QUEUE_CAPACITY, stage.name());
    SharedParts shared = parts.parts();
    Runnable unshare = shared.has(model) ? () -> {} : () -> shared.giveBack(model);
    try (Opening opening = new Opening()) {
      opening.get(() -> unshare, Runnable::run);
      ActivityScheduler made = opening.get(() -> model.open(stage), ActivityScheduler::close);
      Generation generation = new Generation(model, made, read, queue, unshare);
      opening.complete();
      return generation;
    }
  }

  /** Where the limit of what is in flight is lower, it is so before the other model begins. */
  void make(StageChange change) {
    synchronized (changing) {
      chosen.set(change.to());
      settings = change.settings();
      int room = limitOf(change.generation());
      permits.change(Math.min(room, permits.limit()), settings.whenFull());
      replaceBy(change.generation());
      permits.change(room, settings.whenFull());
    }
    if (change.from().model() != change.to().model() && parts.interceptors() != null) {
      parts.interceptors().switched(stage.name());
    }
  }

  /** A change is not made: its generation is closed, or ends as it would have. */
  void giveUp(StageChange change) {
    Generation unused = change.generation();
    synchronized (this) {
      prepared = null;
    }
    if (change.opened()) {
      unused.giveUp();
    } else {
      retire(unused);
    }
  }

  /** Asks the present generation how much fits in. */
  void resize() {
    synchronized (changing) {
      permits.change(limit(), settings.whenFull());
    }
  }

  /** Has a generation take all that is new from now on, and what waits in the one before. */
  private void replaceBy(Generation next) {
    Generation before;
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
    }
    migration.passOnWhatWaits(before, next);
    if (!retire(before)) {
      Log.log(
          Level.WARNING,
          "stage=%s: no thread can be had to close what %s leaves; one is asked for each second"
              .formatted(stage.name(), before.model().name()),
          null);
    }
  }

  /** Has a thread close a former generation once it has no activity; false if none can be had. */
  private boolean retire(Generation one) {
    try {
      Thread closer = GenerationEnd.thread(this, one);
      synchronized (this) {
        if (one.hasCloser() || !former.contains(one)) {
          return true;
        }
        one.closedBy(closer);
      }
      closer.start();
      return true;
    } catch (Throwable none) {
      one.closedBy(null);
      return false;
    }
  }

  /** Has those closed for which no thread could be had; for one thread, now and then. */
  void retireFormer() {
    former.forEach(this::retire);
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

  /** {@link Migration#takesOver}. */
  boolean takesOver(StagedActivity activity) {
    return migration.takesOver(activity);
  }

  /** Where calls proceed in their caller since a moment ago, the caller runs the activity. */
  @Override
  public void start(CapturedActivity passed) {
    StagedActivity activity = (StagedActivity) passed;
    Generation now = enter();
    if (now.inPlace()) {
      now.leave();
      stage.attached().runInCaller(activity);
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
  public List<MemberStatus> members() {
    return current.scheduler().members();
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
