package cal.core.internal.engine;

import cal.core.internal.region.Blockages;
import cal.core.internal.region.RegionStack;
import cal.core.internal.settings.Configuration;
import cal.core.internal.support.Closer;
import cal.core.internal.support.StackRoom;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import cal.core.spi.SocketProvider;
import cal.core.spi.Stage;
import cal.core.spi.StageStatus;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A stage that is open: it admits what one binding captures, and has it run under its model.
 *
 * <p>Thread-safe. Bindings reach it through {@code ActivityCapture}.
 */
public final class OpenStage implements Stage {
  private final Engine runtime;
  private final String name;
  private final Configuration configuration;
  private final ConcurrencyModel model;
  private final ActivityScheduler scheduler;
  private final Admission admission;
  private final Door door;

  /** Null where nothing goes with activities. */
  private final StepInterceptors interceptors;

  private final Set<AttachedThread> attached = ConcurrentHashMap.newKeySet();
  private final AttachedThread unattached = AttachedThread.unattached(this);
  private final AtomicInteger threads = new AtomicInteger();
  private final Tally tally = new Tally();
  private final RejectionLog rejections = new RejectionLog();

  /** Set once: activities end instead of running another step. */
  private volatile boolean draining;

  /** Set once: activities that have not begun will not begin. */
  private volatile boolean stopped;

  OpenStage(Engine runtime, String name, Configuration configuration, ConcurrencyModel model) {
    this.runtime = runtime;
    this.name = name;
    this.configuration = configuration;
    this.model = model;
    this.interceptors = runtime.interceptors();
    this.scheduler = model.open(this);
    this.admission =
        new Admission(
            Math.min(setting(CoreSettings.MAX_IN_FLIGHT), scheduler.capacity()),
            setting(CoreSettings.WHEN_FULL));
    this.door = new Door(this, admission, runtime.waits());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public <T> T setting(Setting<T> setting) {
    return configuration.get(setting, name);
  }

  @Override
  public String nextThreadName() {
    return "cal-" + model.name() + "-" + name + "-" + threads.incrementAndGet();
  }

  @Override
  public AttachedThread attach() {
    try {
      return attachOrThrow();
    } catch (Throwable none) {
      return unattached;
    }
  }

  AttachedThread attachOrThrow() {
    AttachedThread worker = AttachedThread.of(this);
    attached.add(worker);
    try {
      AttachedThread.set(worker);
    } catch (Throwable none) {
      attached.remove(worker);
      throw none;
    }
    return worker;
  }

  @Override
  public AttachedThread worker() {
    AttachedThread worker = AttachedThread.current();
    return worker == null || worker.stage() != this ? unattached : worker;
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(runtime.shared(model, maker));
  }

  @Override
  public Collection<Worker> workers() {
    return Collections.unmodifiableCollection(attached);
  }

  void detach(AttachedThread worker) {
    tally.add(worker);
    attached.remove(worker);
  }

  public ConcurrencyModel model() {
    return model;
  }

  Optional<SocketProvider> sockets() {
    return scheduler.sockets();
  }

  /** Whether captured calls simply proceed in their caller, as if unwoven. */
  public boolean inPlace() {
    return scheduler == SequentialModel.IN_PLACE;
  }

  boolean bounded() {
    return scheduler.bounded();
  }

  public int limit() {
    return admission.limit();
  }

  /** Counts a call that proceeds in its caller. */
  public void countInPlace() {
    tally.inPlace();
  }

  /** Whether the calling thread works for this stage: to wait for the stage could be for ever. */
  private boolean onChain() {
    return AttachedThread.anyOnChain(stage -> stage == this);
  }

  /**
   * Admits an activity and starts it, or refuses it as the full-policy says. Never throws, unless
   * the caller has no stack left: then nothing was captured, and the call has failed as unwoven.
   */
  public void spawn(StagedActivity activity) {
    StackRoom.require(); // for whatever comes of it: a start, a run on this thread, a refusal
    boolean entered = false;
    try {
      Admission.Outcome outcome = Admission.Outcome.CLOSED;
      if (!draining && !runtime.drains(activity)) {
        intercept(activity);
        outcome = admission.tryEnter() ? Admission.Outcome.ADMITTED : door.spawn();
      }
      entered = outcome == Admission.Outcome.ADMITTED || outcome == Admission.Outcome.CALLER_RUNS;
      switch (outcome) {
        case ADMITTED -> start(activity);
        case CALLER_RUNS -> runInCaller(activity);
        default -> refuse(activity, outcome.refusal());
      }
    } catch (Throwable broken) {
      if (entered ? neverStarts(activity) : activity.take()) {
        Ending.refuse(activity, Refusal.NO_WORKER, broken);
      }
    }
  }

  private void refuse(StagedActivity activity, Refusal reason) {
    if (activity.take()) {
      Ending.refuse(activity, reason, null);
    }
  }

  private void start(StagedActivity activity) {
    runtime.keepAlive();
    scheduler.start(activity);
  }

  /**
   * Whether an admitted activity that could not be started never will be, and its permit is given
   * back: what has thrown may have passed it on before.
   */
  boolean neverStarts(StagedActivity activity) {
    if (!activity.take()) {
      return false;
    }
    leave(activity);
    return true;
  }

  void intercept(StagedActivity activity) {
    if (interceptors != null) {
      interceptors.join(activity);
    }
  }

  /** Starts the work of an adopted thread, on that thread if it has one. */
  void pass(AdoptedActivity activity, Thread own) {
    keepAlive(activity);
    if (own == null) {
      scheduler.start(activity);
    } else {
      own.start();
    }
  }

  void keepAlive(AdoptedActivity activity) {
    if (activity.life() != AdoptedActivity.Life.DAEMON) {
      runtime.keepAlive();
    }
  }

  boolean draining() {
    return draining;
  }

  Optional<Thread> unstarted(String name, Runnable body) {
    return scheduler.unstarted(name, body);
  }

  /** Asks for a permit, for work that has a thread already. */
  Admission.Outcome enter() {
    if (draining) {
      return Admission.Outcome.CLOSED;
    }
    return admission.tryEnter() ? Admission.Outcome.ADMITTED : door.spawn();
  }

  /** Takes a permit beyond the limit. */
  void overdraw() {
    admission.overdraw();
  }

  void admitted(StagedActivity activity) {
    tally.admitted(activity.life());
  }

  /** First the count, then the permit: between them another activity must not seem a daemon. */
  void leave(StagedActivity activity) {
    tally.left(activity.life());
    admission.leave();
  }

  /** An interrupt of the caller waits for the activity's end; the activity's own ends with it. */
  void runInCaller(StagedActivity activity) {
    boolean interrupted = Thread.interrupted();
    try (AttachedThread worker = attach()) {
      new Turn().run(worker, activity);
    } finally {
      Thread.interrupted();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** {@link #handOff} for advice, which declares no exception that its join point may throw. */
  public Object handOffCall(StagedActivity call) {
    try {
      return handOff(call);
    } catch (Throwable thrown) {
      throw Thrown.<RuntimeException>asIs(thrown);
    }
  }

  /**
   * Runs a call in this stage while its caller waits, and returns or throws what the call did.
   *
   * @throws Throwable what the call threw; {@link RejectedExecutionException} if the stage refuses
   *     it; {@link IllegalStateException} if it could deadlock
   */
  public Object handOff(StagedActivity call) throws Throwable {
    if (inPlace() || onChain()) {
      countInPlace();
      return call.call();
    }
    StackRoom.require(); // its caller must not go on while the call is made
    RegionStack.requireOutside(name);
    HandOff handOff = new HandOff(this, call, AttachedThread.current());
    intercept(handOff);
    switch (door.handOff()) {
      case ADMITTED -> {
        startHandOff(handOff);
        return handOff.await();
      }
      case CALLER_RUNS -> {
        countInPlace();
        return call.call();
      }
      case CLOSED -> throw refused(call, Refusal.CLOSED);
      default -> throw refused(call, Refusal.FULL);
    }
  }

  private void startHandOff(HandOff handOff) {
    handOff.takeInterrupt();
    try {
      scheduler.start(handOff);
    } catch (Throwable noWorker) {
      if (neverStarts(handOff)) {
        handOff.returnInterrupt();
        countRefused();
        throw noWorker(noWorker);
      }
    }
  }

  RejectedExecutionException noWorker(Throwable cause) {
    return new RejectedExecutionException(
        "hand-off refused: " + Refusal.NO_WORKER.describe(this), cause);
  }

  RejectedExecutionException refused(StagedActivity call, Refusal reason) {
    countRefused();
    RejectedEvent.emit(call, reason.reason());
    return new RejectedExecutionException(
        (call instanceof AdoptedActivity ? call.name() : "hand-off")
            + " refused: "
            + reason.describe(this));
  }

  /** Whether an activity must end now instead of running its next step. */
  boolean mustEnd(StagedActivity activity) {
    return (activity.begun() ? draining : stopped) || drainsContextOf(activity);
  }

  /** Whether the context of an activity has been drained, so that it runs no other step. */
  boolean drainsContextOf(StagedActivity activity) {
    return activity.mayStayUnbegun() && runtime.drains(activity);
  }

  void countEnded(StagedActivity activity, AttachedThread worker, boolean normally) {
    tally.ended(activity, worker, normally);
  }

  void countRefused() {
    tally.refused();
  }

  RejectionLog rejections() {
    return rejections;
  }

  Reports reports() {
    return runtime.reports;
  }

  void failed(StagedActivity activity, Throwable failure) {
    runtime.failed(activity, failure);
  }

  /** Refuses new activities and lets the others end after their present step. */
  public void drain() {
    draining = true;
    admission.closeToSpawns();
  }

  /** Has the targets of activities closed that wait for their next input. */
  public void closeAwaitingInput(Predicate<StagedActivity> which, Consumer<Runnable> closer) {
    forEachRunning(
        (worker, activity) -> {
          if (which.test(activity)) {
            worker.closeAwaitingInput(activity, closer);
          }
        });
  }

  /**
   * Closes and interrupts what still runs.
   *
   * @param look finds out what threads wait for
   * @return a description of each, with its thread and what that waits for
   */
  List<String> stop(
      Predicate<StagedActivity> which, Function<List<Thread>, Blockages> look, Closer closer) {
    Map<AttachedThread, StagedActivity> stragglers = new LinkedHashMap<>();
    forEachRunning(
        (worker, activity) -> {
          if (which.test(activity)) {
            stragglers.put(worker, activity);
          }
        });
    if (stragglers.isEmpty()) {
      return List.of();
    }
    Blockages blockages =
        look.apply(stragglers.keySet().stream().map(AttachedThread::thread).toList());
    List<String> names = new ArrayList<>();
    stragglers.forEach(
        (worker, activity) -> {
          Thread thread = worker.thread();
          names.add(activity + " on " + thread.getName() + blockages.describe(thread));
          activity.closeEarly(closer);
          worker.interrupt(activity);
        });
    return names;
  }

  /** {@link #close(Closer)} for a stage alone. */
  List<String> close() {
    try (Closer closer = new Closer()) {
      return close(closer);
    }
  }

  /** Ends the stage: nothing begins any more, the workers go. */
  List<String> close(Closer closer) {
    stopped = true;
    drain();
    admission.close();
    List<String> names = new ArrayList<>();
    for (StagedActivity never : staged(scheduler.close())) {
      names.add(never + (never.begun() ? ", between two steps" : ", never begun"));
      closer.run(() -> never.giveUp(null));
    }
    return names;
  }

  /** Told of what runs. */
  interface Running {
    void visit(AttachedThread worker, StagedActivity activity);
  }

  /** Visits hand-offs that have not ended, each with its worker: null where it waits for one. */
  void forEachHandOff(BiConsumer<HandOff, AttachedThread> visitor) {
    for (StagedActivity activity : staged(scheduler.waiting())) {
      if (activity instanceof HandOff handOff) {
        visitor.accept(handOff, null);
      }
    }
    forEachRunning(
        (worker, activity) -> {
          if (activity instanceof HandOff handOff) {
            visitor.accept(handOff, worker);
          }
        });
  }

  void forEachRunning(Running visitor) {
    for (AttachedThread worker : attached) {
      StagedActivity activity = worker.running();
      if (activity != null && activity.stage() == this) {
        visitor.visit(worker, activity);
      }
    }
  }

  /** Admitted activities that have not ended. */
  public int inFlight() {
    return admission.inFlight();
  }

  /** Whether activities are in flight that a drain waits for. */
  boolean busy() {
    return inFlight() > tally.unawaited();
  }

  /** Whether activities are in flight that the JVM waits for. */
  boolean keepsAlive() {
    return inFlight() > tally.daemons();
  }

  int count(Object context) {
    int[] count = {0};
    forEachRunning((worker, a) -> count[0] += a.context() == context ? 1 : 0);
    scheduler.waiting().forEach(a -> count[0] += a.context() == context ? 1 : 0);
    return count[0];
  }

  public StageStatus status() {
    int inFlight = inFlight();
    int queued = Math.min(inFlight, scheduler.waiting().size());
    long done = tally.completed() + attached.stream().mapToLong(AttachedThread::completed).sum();
    long bad = tally.failed();
    long refused = tally.rejected();
    return new StageStatus(
        name,
        model.name(),
        done + bad + refused + inFlight,
        inFlight - queued,
        queued,
        refused,
        bad,
        done,
        inPlace() ? 0 : limit());
  }

  /** The stage with its live numbers, for errors. */
  String describe() {
    StageStatus s = status();
    return "stage="
        + name
        + " model="
        + s.model()
        + " active="
        + s.active()
        + " queued="
        + s.queued()
        + " limit="
        + s.limit();
  }

  /** What the limit comes from: {@code max-in-flight}, or the room of a pool. */
  String limitingSettings() {
    String prefix = "cal.stage." + name + ".";
    if (limit() < scheduler.capacity()) {
      return prefix + CoreSettings.MAX_IN_FLIGHT.key();
    }
    String size = "";
    for (Setting<?> setting : model.sizes()) {
      size = prefix + setting.key() + " or ";
    }
    return size + prefix + CoreSettings.QUEUE_CAPACITY.key();
  }

  /** What a model gives back: it was given nothing else. */
  private static List<StagedActivity> staged(Collection<CapturedActivity> activities) {
    return activities.stream().map(StagedActivity.class::cast).toList();
  }
}
