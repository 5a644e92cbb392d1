package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.Invocation;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.activity.Workers;
import cal.core.internal.admission.LiveNumbers;
import cal.core.internal.admission.Permits;
import cal.core.internal.admission.Refusal;
import cal.core.internal.generation.Generation;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.generation.StageSettings;
import cal.core.internal.settings.Configuration;
import cal.core.internal.support.Closer;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.SocketProvider;
import cal.core.spi.StageStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * An open stage: admits the calls of a binding, and has a model run their activities.
 *
 * <p>{@link Admission} lets activities in, {@link Workers} run steps, {@link StageDrain} ends
 * activities early, {@link ModelSwitch} changes the model, {@link LiveNumbers} has the counts.
 * Thread-safe. Bindings reach a stage through {@code ActivityCapture}.
 */
public final class OpenStage extends ActivityStage {
  private final RuntimeParts parts;
  private final AtomicInteger threads = new AtomicInteger();
  private final Workers workers = new Workers(this, counters());
  private final AtomicReference<StageChoice> chosen;
  private final Generations scheduler;
  private final Migration migration;
  private final ModelSwitch switching;
  private final Permits permits;
  private final Admission admission;
  private final StageDrain drain;
  private final LiveNumbers numbers;
  private final StageUpkeep upkeep;

  public OpenStage(
      RuntimeParts parts, String name, Configuration configuration, ConcurrencyModel model) {
    super(name, parts.failures());
    this.parts = parts;
    this.chosen = new AtomicReference<>(new StageChoice(model, configuration));
    this.scheduler =
        new Generations(
            this,
            Generation.open(this, parts.parts(), chosen.get()),
            StageSettings.of(chosen.get(), name));
    this.migration = new Migration(scheduler);
    this.switching = new ModelSwitch(this, scheduler, migration, parts, chosen);
    this.permits = scheduler.permits();
    this.admission = new Admission(this, scheduler, parts);
    this.drain = new StageDrain(workers, scheduler, permits, parts.drained());
    this.numbers =
        new LiveNumbers(name, this::model, scheduler, permits, counters(), workers, this::inPlace);
    this.upkeep = new StageUpkeep(this, scheduler, switching, admission);
  }

  /**
   * Runs new activities under another model, or with other settings, from now on. Other activities
   * go over with their next step; waiting activities at once, where there is room for all.
   *
   * @throws RuntimeException if the model cannot be opened: nothing has changed then
   */
  public void change(StageChoice to) {
    prepare(to).make();
  }

  /** Reads the settings, and opens the model. After a throwable nothing is kept. */
  public StageChange prepare(StageChoice to) {
    return switching.prepare(to);
  }

  @Override
  public <T> T setting(Setting<T> setting) {
    return ModelSwitch.meant(chosen).configuration().get(setting, name());
  }

  /** How long activities may go on in a drain. */
  public Duration shutdownTimeout() {
    return scheduler.settings().shutdownTimeout();
  }

  /** The upkeep of the queue and of silent clients, for one thread, some times a second. */
  public StageUpkeep upkeep() {
    return upkeep;
  }

  /** During the opening nothing is asked: the capacity is read afterwards. */
  @Override
  public void resized() {
    if (switching != null) {
      switching.resize();
    }
  }

  @Override
  public String nextThreadName() {
    String model = ModelSwitch.meant(chosen).model().name();
    return "cal-" + model + "-" + name() + "-" + threads.incrementAndGet();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(parts.parts().of(ModelSwitch.meant(chosen).model(), maker));
  }

  public ConcurrencyModel model() {
    return chosen.get().model();
  }

  /** The model, with its settings. */
  public StageChoice choice() {
    return chosen.get();
  }

  /** Whether activities have no thread while they await the socket of the binding. */
  public boolean takesThreads() {
    return leavesSteps() && scheduler.takesThreads();
  }

  public Optional<SocketProvider> sockets() {
    return scheduler.sockets();
  }

  /** The processes elsewhere that make calls of the stage. */
  public List<MemberStatus> members() {
    return scheduler.members();
  }

  Optional<Thread> unstarted(String threadName, Runnable body) {
    return scheduler.unstarted(threadName, body);
  }

  /** Whether captured calls simply proceed in their caller, as if unwoven. */
  public boolean inPlace() {
    return scheduler.current().inPlace();
  }

  @Override
  public boolean bounded() {
    return scheduler.bounded();
  }

  @Override
  public int limit() {
    return permits.limit();
  }

  /** Makes an activity of a call, for advice: {@link Admission#spawn}. */
  public void spawn(Invocation call) {
    spawn(call, SpawnedActivity.arrivalOfClient());
  }

  /** The same of a client accepted before: its {@link SpawnedActivity#arrivalOfClient}. */
  public void spawn(Invocation call, long arrived) {
    admission.spawn(SpawnedActivity.of(this, call, arrived));
  }

  /**
   * Runs a call in this stage while the caller waits, with the outcome of the call.
   *
   * @throws Throwable of the call; {@link RejectedExecutionException} if the stage refuses; {@link
   *     IllegalStateException} if the caller could deadlock
   */
  public Object handOff(Invocation call) throws Throwable {
    return HandOff.make(this, admission, call);
  }

  /** {@link #handOff} for advice, which declares no checked exception. */
  public Object handOffCall(Invocation call) {
    try {
      return handOff(call);
    } catch (Throwable thrown) {
      throw Thrown.<RuntimeException>asIs(thrown);
    }
  }

  Admission admission() {
    return admission;
  }

  @Override
  public Workers attached() {
    return workers;
  }

  public StageDrain ending() {
    return drain;
  }

  @Override
  public LiveNumbers numbers() {
    return numbers;
  }

  @Override
  public boolean onEventLoop() {
    return model().eventLoop();
  }

  @Override
  public boolean mustEnd(StagedActivity activity) {
    return drain.mustEnd(activity);
  }

  @Override
  public boolean drainsContextOf(StagedActivity activity) {
    return drain.drainsContextOf(activity);
  }

  @Override
  public void leaveToJvm(StagedActivity activity) {
    drain.leaveToJvm(activity);
  }

  @Override
  public Refusal begin(StagedActivity activity) {
    return admission.begin(activity);
  }

  @Override
  public boolean takesOver(StagedActivity activity) {
    return migration.takesOver(activity);
  }

  @Override
  public void leave(StagedActivity activity) {
    admission.leave(activity);
  }

  /** Counts a call in its caller. */
  public void countInPlace() {
    counters().addInPlace();
  }

  @Override
  public boolean draining() {
    return drain.hasBegun();
  }

  /** Refuses new activities and lets the others end after their present step. */
  public void drain() {
    drain.begin();
  }

  /** {@link StageDrain#close}, for a stage alone. */
  public List<String> close() {
    try (Closer closer = Closer.ofDrain()) {
      return drain.close(closer);
    }
  }

  /** Visits the activities without a worker, with null, and then the running ones, with theirs. */
  public void forEachInFlight(Workers.Visitor visitor) {
    workers.forEachInFlight(scheduler, visitor);
  }

  /** Admitted activities before their end. */
  public int inFlight() {
    return permits.inFlight();
  }

  /** Whether a drain waits for activities in flight. */
  public boolean busy() {
    return inFlight() > counters().unawaited() + drain.exiting();
  }

  /** Whether the JVM waits for activities in flight. */
  public boolean keepsAlive() {
    return inFlight() > counters().daemons();
  }

  public int count(Object context) {
    int[] count = {0};
    forEachInFlight((worker, a) -> count[0] += a.context() == context ? 1 : 0);
    return count[0];
  }

  public StageStatus status() {
    return numbers.status();
  }

  public LeftStatus left() {
    return numbers.left();
  }
}
