package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.Permits;
import cal.core.internal.generation.Generation;
import cal.core.internal.generation.StageSettings;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.SocketProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The scheduler of a stage, whose model may change while activities run. The present generation
 * takes all new activities; former generations keep theirs until the next step, or the end.
 *
 * <pre>
 *   ModelSwitch.prepare        make                 last activity leaves
 *        |                      |                          |
 *        v                      v                          v
 *    prepared --------------&gt; current --another--&gt; former ----&gt; closed, by a GenerationEnd
 *        |                      ^                    |
 *     giveUp: closed            '---same settings----'
 * </pre>
 *
 * <p>No activity is given to a closed generation, without a lock on its way. A thread that gives an
 * activity counts the activity in the generation first, and then looks whether the generation is
 * still present; if not, it tries the next. A thread that replaces a generation does so first, and
 * then looks at the count. One of the two sees the other (Dekker). Epoch-based reclamation does the
 * same for memory; here a generation is not freed, but closed. Thread-safe.
 */
final class Generations implements ActivityScheduler {
  private final ActivityStage stage;
  private final Permits permits;
  private volatile Generation current;
  private volatile StageSettings settings;

  /** Changed under this object's monitor. */
  private final List<Generation> former = new CopyOnWriteArrayList<>();

  /** Guarded by this: the next generation, not to be closed. */
  private Generation prepared;

  /** Guarded by this. */
  private boolean closed;

  Generations(ActivityStage stage, Generation first, StageSettings settings) {
    this.stage = stage;
    this.current = first;
    this.settings = settings;
    this.permits = new Permits(limit(), settings.whenFull());
  }

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

  void settings(StageSettings changed) {
    settings = changed;
  }

  /** How many activities may be in flight. */
  int limit() {
    return limitOf(current);
  }

  int limitOf(Generation generation) {
    return Math.min(settings.maxInFlight(), generation.scheduler().capacity());
  }

  /** Keeps a generation without activities from its end; null for none. */
  synchronized void prepare(Generation next) {
    prepared = next;
  }

  /** The generation with a model of the same settings; under this object's monitor. */
  Optional<Generation> find(Predicate<Generation> same) {
    return all().filter(same).findFirst();
  }

  private Stream<Generation> all() {
    return Stream.concat(Stream.of(current), former.stream());
  }

  /**
   * Has a generation take all new activities.
   *
   * @return the former generation; empty if there is none
   */
  synchronized Optional<Generation> replaceBy(Generation next) {
    Generation before = current;
    prepared = null;
    if (next == before) {
      return Optional.empty();
    }
    if (closed) {
      next.scheduler().close();
      return Optional.empty();
    }
    former.remove(next);
    former.add(before);
    current = next;
    next.wakeCloser(); // it has nothing to wait for any more
    return Optional.of(before);
  }

  /** Whether a thread may close a former generation: no other thread does. */
  synchronized boolean mayRetire(Generation one, Thread closer) {
    boolean may = !one.hasCloser() && former.contains(one);
    if (may) {
      one.closedBy(closer);
    }
    return may;
  }

  List<Generation> former() {
    return former;
  }

  /** Whether the closer of a generation has no more to wait for. */
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

  /** The present generation, entered: not closed before {@link Generation#leave}. */
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
    return all().map(Generation::scheduler);
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
