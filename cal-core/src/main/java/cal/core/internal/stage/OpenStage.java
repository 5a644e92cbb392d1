package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.internal.admission.LiveNumbers;
import cal.core.internal.admission.Tally;
import cal.core.internal.admission.Waits;
import cal.core.internal.report.BoundedLog;
import cal.core.internal.settings.Configuration;
import cal.core.internal.support.Closer;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.SocketProvider;
import cal.core.spi.Stage;
import cal.core.spi.StageStatus;
import cal.core.spi.Worker;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A stage that is open: it admits what one binding captures, and has it run under its model.
 *
 * <p>It knows no kinds of activities. {@link Intake} lets them in, {@link Workers} run them, {@link
 * StageDrain} ends them early, {@link LiveNumbers} tells of them. Thread-safe. Bindings reach it
 * through {@code ActivityCapture}.
 */
public final class OpenStage implements Stage, Waits.Stage {
  private final String name;
  private final Commons commons;
  private final AtomicInteger threads = new AtomicInteger();
  private final Tally tally = new Tally();
  private final BoundedLog log = new BoundedLog();
  private final Workers workers = new Workers(this, tally);
  private final AtomicReference<StageChoice> chosen;
  private final Generations scheduler;
  private final Admission admission;
  private final Intake intake;
  private final StageDrain drain;
  private final LiveNumbers numbers;
  private final StageLook look;

  /** Null where the binding says nothing. */
  private volatile Function<Object, Socket> awaits;

  /** Null where the binding says nothing. */
  private volatile Predicate<Object> listens;

  public OpenStage(
      Commons commons, String name, Configuration configuration, ConcurrencyModel model) {
    this.name = name;
    this.commons = commons;
    this.chosen = new AtomicReference<>(new StageChoice(model, configuration));
    this.scheduler = new Generations(this, chosen);
    this.admission = new Admission(scheduler.limit(), scheduler.settings().whenFull());
    this.intake = new Intake(this, scheduler, admission, tally, commons);
    this.drain = new StageDrain(workers, scheduler, admission, commons.drained());
    this.numbers =
        new LiveNumbers(name, this::model, scheduler, admission, tally, workers, this::inPlace);
    this.look = new StageLook(this, scheduler, admission);
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
    return scheduler.prepare(to);
  }

  void make(StageChange change) {
    scheduler.make(change, admission);
    if (change.from().model() != change.to().model() && commons.interceptors() != null) {
      commons.interceptors().switched(name);
    }
  }

  void giveUp(StageChange change) {
    scheduler.giveUp(change);
  }

  /** The objects that the stages of a model share. */
  SharedParts parts() {
    return commons.parts();
  }

  boolean takesOver(StagedActivity activity) {
    return scheduler.takesOver(activity);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public <T> T setting(Setting<T> setting) {
    return chosen.get().configuration().get(setting, name);
  }

  /** How long activities may go on in a drain. */
  public Duration shutdownTimeout() {
    return settings().shutdownTimeout();
  }

  /** The settings of the stage, whatever its model. */
  StageSettings settings() {
    return scheduler.settings();
  }

  /** The look at what waits, for one thread, some times a second. */
  public StageLook look() {
    return look;
  }

  @Override
  public void mistaken(String sentence) {
    commons.failures().mistaken(sentence);
  }

  /** Where it is being opened still, the capacity is asked for afterwards. */
  @Override
  public void resized() {
    if (admission != null) {
      scheduler.resize(admission);
    }
  }

  @Override
  public String nextThreadName() {
    return "cal-" + model().name() + "-" + name + "-" + threads.incrementAndGet();
  }

  @Override
  public AttachedThread attach() {
    return workers.attach();
  }

  @Override
  public AttachedThread worker() {
    return workers.current();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(commons.parts().of(model(), maker));
  }

  @Override
  public Collection<Worker> workers() {
    return workers.all();
  }

  public ConcurrencyModel model() {
    return chosen.get().model();
  }

  /** Its model, and where that has its settings. */
  public StageChoice choice() {
    return chosen.get();
  }

  /** Says which socket an activity awaits between two steps, by its target; before it is used. */
  public void awaits(Function<Object, Socket> said) {
    awaits = said;
  }

  /** Says whose clients only listen, by the targets of their activities; before it is used. */
  public void listens(Predicate<Object> said) {
    listens = said;
  }

  @Override
  public boolean leavesSteps() {
    return awaits != null;
  }

  /** Whether its activities have no thread while they await what its binding says. */
  public boolean takesThreads() {
    return leavesSteps() && scheduler.takesThreads();
  }

  Socket awaited(Object target) {
    Function<Object, Socket> said = awaits;
    return said == null ? null : said.apply(target);
  }

  boolean onlyListens(Object target) {
    Predicate<Object> said = listens;
    return said != null && said.test(target);
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
    return admission.limit();
  }

  /** Makes an activity of a call, for advice: {@link SpawnedActivity#spawn}. */
  public void spawn(Invocation call) {
    new SpawnedActivity(this, call).spawn();
  }

  /**
   * Runs a call in this stage while its caller waits, and returns or throws what the call did.
   *
   * @throws Throwable what the call threw; {@link RejectedExecutionException} if the stage refuses
   *     it; {@link IllegalStateException} if it could deadlock
   */
  public Object handOff(Invocation call) throws Throwable {
    return HandOff.make(this, call);
  }

  /** {@link #handOff} for advice, which declares no exception that its join point may throw. */
  public Object handOffCall(Invocation call) {
    try {
      return handOff(call);
    } catch (Throwable thrown) {
      throw Thrown.<RuntimeException>asIs(thrown);
    }
  }

  Intake intake() {
    return intake;
  }

  public Workers attached() {
    return workers;
  }

  public StageDrain ending() {
    return drain;
  }

  LiveNumbers numbers() {
    return numbers;
  }

  BoundedLog log() {
    return log;
  }

  Failures failures() {
    return commons.failures();
  }

  /** Counts a call that proceeds in its caller. */
  public void countInPlace() {
    tally.addInPlace();
  }

  Tally tally() {
    return tally;
  }

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
    StagedActivity.all(scheduler.waiting()).forEach(activity -> visitor.visit(null, activity));
    scheduler.left().forEach(one -> visitor.visit(null, (StagedActivity) one.activity()));
    workers.forEachRunning(visitor);
  }

  /** Admitted activities that have not ended. */
  public int inFlight() {
    return admission.inFlight();
  }

  /** Whether activities are in flight that a drain waits for. */
  public boolean busy() {
    return inFlight() > tally.unawaited() + drain.exiting();
  }

  /** Whether activities are in flight that the JVM waits for. */
  public boolean keepsAlive() {
    return inFlight() > tally.daemons();
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
