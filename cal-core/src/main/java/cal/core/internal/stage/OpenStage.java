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
 * A stage that is open: it admits what one binding captures, and has it run under its model.
 *
 * <p>It knows no kinds of activities. {@link Admission} lets them in, {@link Workers} run them,
 * {@link StageDrain} ends them early, {@link LiveNumbers} tells of them. Thread-safe. Bindings
 * reach it through {@code ActivityCapture}.
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
   * Runs what is new under another model or with other settings from now on. Activities go over
   * with their next step; those that wait for a worker at once, where there is room for all.
   *
   * @throws RuntimeException if the model cannot be opened: nothing has changed then
   */
  public void change(StageChoice to) {
    prepare(to).make();
  }

  /**
   * Makes all ready for a change that can fail: its settings are read, and its model is opened.
   *
   * @throws RuntimeException or an error, if that cannot be: nothing of it is kept then
   */
  public StageChange prepare(StageChoice to) {
    return switching.prepare(to);
  }

  @Override
  public <T> T setting(Setting<T> setting) {
    return chosen.get().configuration().get(setting, name());
  }

  /** How long activities may go on in a drain. */
  public Duration shutdownTimeout() {
    return scheduler.settings().shutdownTimeout();
  }

  /** The upkeep of what waits, for one thread, some times a second. */
  public StageUpkeep upkeep() {
    return upkeep;
  }

  /** Where it is being opened still, the capacity is asked for afterwards. */
  @Override
  public void resized() {
    if (switching != null) {
      switching.resize();
    }
  }

  @Override
  public String nextThreadName() {
    return "cal-" + model().name() + "-" + name() + "-" + threads.incrementAndGet();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(parts.parts().of(model(), maker));
  }

  public ConcurrencyModel model() {
    return chosen.get().model();
  }

  /** Its model, and where that has its settings. */
  public StageChoice choice() {
    return chosen.get();
  }

  /** Whether its activities have no thread while they await what its binding says. */
  public boolean takesThreads() {
    return leavesSteps() && scheduler.takesThreads();
  }

  public Optional<SocketProvider> sockets() {
    return scheduler.sockets();
  }

  /** The processes elsewhere that make its calls. */
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
    admission.spawn(new SpawnedActivity(this, call));
  }

  /**
   * Runs a call in this stage while its caller waits, and returns or throws what the call did.
   *
   * @throws Throwable what the call threw; {@link RejectedExecutionException} if the stage refuses
   *     it; {@link IllegalStateException} if it could deadlock
   */
  public Object handOff(Invocation call) throws Throwable {
    return HandOff.make(this, admission, call);
  }

  /** {@link #handOff} for advice, which declares no exception that its join point may throw. */
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

  /** Counts a call that proceeds in its caller. */
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

  /** Visits what has no worker now, with null for that, and then what runs, with its worker. */
  public void forEachInFlight(Workers.Visitor visitor) {
    workers.forEachInFlight(scheduler, visitor);
  }

  /** Admitted activities that have not ended. */
  public int inFlight() {
    return permits.inFlight();
  }

  /** Whether activities are in flight that a drain waits for. */
  public boolean busy() {
    return inFlight() > counters().unawaited() + drain.exiting();
  }

  /** Whether activities are in flight that the JVM waits for. */
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
