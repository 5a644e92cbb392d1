package cal.core;

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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One part of a server's pipeline: what one binding captures, run under one model.
 *
 * <p>Thread-safe. A stage owns its carriers: no two stages share a pool. A model reads its settings
 * here and attaches its threads; bindings reach it through {@code ActivityCapture}.
 */
public final class Stage {
  static final System.Logger LOG = System.getLogger("cal");

  private final CalRuntime runtime;
  private final String name;
  private final Configuration configuration;
  private final ConcurrencyModel model;
  private final Carriers carriers;
  private final Admission admission;
  private final Predicate<Stage> recordOrder;

  /** Null where nothing goes with activities. */
  private final Companions companions;

  private final Set<Carrier> attached = ConcurrentHashMap.newKeySet();
  private final AtomicInteger threads = new AtomicInteger();

  /** Activities in flight that the JVM does not wait for. */
  private final AtomicInteger daemons = new AtomicInteger();

  /** Activities in flight that a drain does not wait for, daemons among them. */
  private final AtomicInteger unawaited = new AtomicInteger();

  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final RejectionLog rejections = new RejectionLog();

  /** Set once: activities end instead of running another step. */
  private volatile boolean draining;

  /** Set once: activities that have not begun will not begin. */
  private volatile boolean stopped;

  Stage(CalRuntime runtime, String name, Configuration configuration, ConcurrencyModel model) {
    this.runtime = runtime;
    this.name = name;
    this.configuration = configuration;
    this.model = model;
    this.companions = runtime.companions();
    HandOffOrder order = runtime.handOffOrder();
    this.recordOrder =
        waiting -> {
          order.record(waiting, this);
          return false;
        };
    this.carriers = model.open(this);
    this.admission =
        new Admission(
            Math.min(setting(CoreSettings.MAX_IN_FLIGHT), carriers.capacity()),
            setting(CoreSettings.WHEN_FULL));
  }

  /**
   * The name of this stage, unique in its runtime.
   *
   * @return lower-case words joined by hyphens
   */
  public String name() {
    return name;
  }

  /**
   * The value of a setting for this stage: its own, or else the general one, or else the default.
   *
   * @param setting the setting
   * @param <T> its type
   * @return the value, validated
   */
  public <T> T setting(Setting<T> setting) {
    return configuration.get(setting, name);
  }

  /**
   * A name for the next thread of this stage.
   *
   * @return {@code cal-<model>-<stage>-<n>}
   */
  public String nextThreadName() {
    return "cal-" + model.name() + "-" + name + "-" + threads.incrementAndGet();
  }

  /**
   * Makes the calling thread a carrier of this stage, until the carrier is closed.
   *
   * @return the carrier, for the calling thread alone
   */
  public Carrier attach() {
    Carrier carrier = Carrier.attach(this);
    attached.add(carrier);
    return carrier;
  }

  /**
   * The carrier that the calling thread attached to this stage.
   *
   * @return the carrier, for the calling thread alone
   * @throws IllegalStateException if the calling thread has attached none
   */
  public Carrier carrier() {
    Carrier carrier = Carrier.current();
    if (carrier == null || carrier.stage() != this) {
      throw new IllegalStateException(Thread.currentThread() + " is no carrier of stage=" + name);
    }
    return carrier;
  }

  /**
   * What the stages of one model share in a runtime, event loops say: made once, closed after all
   * stages.
   *
   * @param type its class
   * @param maker makes it
   * @param <T> its type
   * @return the same object for every stage of the model in this runtime
   */
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(runtime.shared(model, maker));
  }

  /**
   * The carriers that are attached now.
   *
   * @return a weakly consistent view
   */
  public Collection<Carrier> carriers() {
    return Collections.unmodifiableCollection(attached);
  }

  void detach(Carrier carrier) {
    completed.add(carrier.completed());
    attached.remove(carrier);
  }

  ConcurrencyModel model() {
    return model;
  }

  Optional<SocketProvider> sockets() {
    return carriers.sockets();
  }

  /** Whether captured calls simply proceed in their caller, as if unwoven. */
  boolean inPlace() {
    return carriers == SequentialModel.IN_PLACE;
  }

  boolean bounded() {
    return carriers.bounded();
  }

  int limit() {
    return admission.limit();
  }

  /** Counts a call that proceeds in its caller. */
  void countInPlace() {
    completed.increment();
  }

  /** Whether the calling thread works for this stage: to wait for the stage could be for ever. */
  private boolean onChain() {
    return Carrier.anyOnChain(stage -> stage == this);
  }

  /** Admits an activity and starts it, or refuses it as the full-policy says. Never throws. */
  void spawn(CapturedActivity activity) {
    if (draining || runtime.drains(activity)) {
      refuse(activity, Refusal.DRAINS, null);
      return;
    }
    if (companions != null) {
      companions.join(activity);
    }
    if (admission.tryEnter()) {
      start(activity);
      return;
    }
    switch (enterFull()) {
      case ADMITTED -> start(activity);
      case CALLER_RUNS -> runInCaller(activity);
      case REFUSED -> refuse(activity, whyFull(), null);
      case INTERRUPTED -> refuse(activity, Refusal.INTERRUPTED, null);
      case CLOSED -> refuse(activity, Refusal.DRAINS, null);
    }
  }

  private void start(CapturedActivity activity) {
    try {
      runtime.keepAlive();
      carriers.start(activity);
    } catch (Throwable noCarrier) {
      admission.leave();
      refuse(activity, Refusal.NO_CARRIER, noCarrier);
    }
  }

  Optional<Thread> unstarted(String name, Runnable body) {
    return carriers.unstarted(name, body);
  }

  /**
   * Admits the work of an adopted thread and starts it, on its own thread if it has one.
   *
   * @throws RejectedExecutionException if it is refused; it has not begun then
   */
  void adopt(AdoptedActivity activity, Thread own) {
    if (companions != null) {
      companions.join(activity);
    }
    if (!admit(activity)) {
      runInCaller(activity);
      return;
    }
    try {
      if (activity.life() != AdoptedActivity.Life.DAEMON) {
        runtime.keepAlive();
      }
      if (own == null) {
        carriers.start(activity);
      } else {
        own.start();
      }
    } catch (Throwable noCarrier) {
      leave(activity);
      rejected.increment();
      throw new RejectedExecutionException(
          activity.name() + " refused: " + Refusal.NO_CARRIER.describe(this), noCarrier);
    }
  }

  /** Runs the work of an adopted thread on that thread. */
  void runAdopted(AdoptedActivity activity) {
    if (!activity.admitted()) {
      admit(activity);
      if (activity.life() != AdoptedActivity.Life.DAEMON) {
        runtime.keepAlive();
      }
    }
    try (Carrier carrier = attach()) {
      carrier.run(activity);
    }
  }

  /** Takes a permit; false if the caller is to run the work itself. */
  private boolean admit(AdoptedActivity activity) {
    Admission.Outcome outcome =
        draining
            ? Admission.Outcome.CLOSED
            : admission.tryEnter() ? Admission.Outcome.ADMITTED : enterFull();
    switch (outcome) {
      case ADMITTED, CALLER_RUNS -> {
        count(activity.life(), 1);
        activity.admit();
      }
      case INTERRUPTED -> throw refused(activity, Refusal.INTERRUPTED);
      case REFUSED -> throw refused(activity, whyFull());
      case CLOSED -> throw refused(activity, Refusal.DRAINS);
    }
    return outcome == Admission.Outcome.ADMITTED;
  }

  /** Gives back the place of an adopted thread's work, whose failure its thread has handled. */
  void adoptedEnded(AdoptedActivity activity, Carrier carrier, Throwable failure) {
    countEnded(activity, carrier, failure == null);
    leave(activity);
    if (failure != null) {
      ActivityFailedEvent.emit(activity, failure);
    }
  }

  /** First the count, then the permit: between them another activity must not seem a daemon. */
  private void leave(AdoptedActivity activity) {
    count(activity.life(), -1);
    admission.leave();
  }

  private void count(AdoptedActivity.Life life, int change) {
    if (life == AdoptedActivity.Life.DAEMON) {
      daemons.addAndGet(change);
    }
    if (life != AdoptedActivity.Life.AWAITED) {
      unawaited.addAndGet(change);
    }
  }

  /** An interrupt of the caller waits for the activity's end; the activity's own ends with it. */
  private void runInCaller(CapturedActivity activity) {
    boolean interrupted = Thread.interrupted();
    try (Carrier carrier = attach()) {
      boolean more = carrier.run(activity);
      while (more) {
        more = carrier.run(activity);
      }
    } finally {
      Thread.interrupted();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Does what the full-policy says; who could wait for itself does not wait. */
  private Admission.Outcome enterFull() {
    return admission.enterFull(whyNotWait() == null, !Carrier.onEventLoop());
  }

  private Refusal whyFull() {
    Refusal hopeless = whyNotWait();
    return hopeless == null ? Refusal.FULL : hopeless;
  }

  /**
   * Why the calling thread, where the full-policy has it wait for a place, could wait for itself;
   * null if it cannot.
   */
  private Refusal whyNotWait() {
    if (!admission.waitsWhenFull(!Carrier.onEventLoop())) {
      return null;
    }
    if (onChain()) {
      return Refusal.FULL_OF_ITS_CALLERS;
    }
    return RegionStack.inside() ? Refusal.FULL_IN_A_REGION : null;
  }

  private void refuse(CapturedActivity activity, Refusal reason, Throwable cause) {
    rejected.increment();
    RejectedEvent.emit(activity, reason.reason());
    Throwable failure = activity.closeTarget(cause);
    rejections.log(this, activity, reason, failure);
  }

  /** {@link #handOff} for advice, which declares no exception that its join point may throw. */
  Object handOffCall(CapturedActivity call) {
    try {
      return handOff(call);
    } catch (Throwable thrown) {
      throw Stage.<RuntimeException>asIs(thrown);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /**
   * Runs a call in this stage while its caller waits, and returns or throws what the call did.
   *
   * @throws Throwable what the call threw; {@link RejectedExecutionException} if the stage refuses
   *     it; {@link IllegalStateException} if it could deadlock
   */
  Object handOff(CapturedActivity call) throws Throwable {
    if (inPlace() || onChain()) {
      countInPlace();
      return call.call();
    }
    RegionStack.requireOutside(this);
    if (bounded()) {
      recordOrder();
    }
    switch (admission.enterHandOff(!Carrier.onEventLoop(), this::recordOrder)) {
      case ADMITTED -> {
        HandOff handOff = new HandOff(this, call, Carrier.current());
        if (companions != null) {
          companions.join(handOff);
        }
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

  /** To be called by a caller that may have to wait for a place or for a carrier. */
  private void recordOrder() {
    Carrier.anyOnChain(recordOrder);
  }

  private void startHandOff(HandOff handOff) {
    try {
      carriers.start(handOff);
    } catch (Throwable noCarrier) {
      admission.leave();
      rejected.increment();
      handOff.returnInterrupt();
      throw new RejectedExecutionException(
          "hand-off refused: " + Refusal.NO_CARRIER.describe(this), noCarrier);
    }
  }

  private RejectedExecutionException refused(CapturedActivity call, Refusal reason) {
    rejected.increment();
    RejectedEvent.emit(call, reason.reason());
    return new RejectedExecutionException(
        (call instanceof AdoptedActivity ? call.name() : "hand-off")
            + " refused: "
            + reason.describe(this));
  }

  /** Whether an activity must end now instead of running its next step. */
  boolean mustEnd(CapturedActivity activity) {
    return (activity.begun() ? draining : stopped) || drainsContextOf(activity);
  }

  /** Whether the context of an activity has been drained, so that it runs no other step. */
  boolean drainsContextOf(CapturedActivity activity) {
    return activity.mayStayUnbegun() && runtime.drains(activity);
  }

  /** Gives back the place of an activity that has ended, and reports its failure. */
  void ended(CapturedActivity activity, Carrier carrier, Throwable failure) {
    countEnded(activity, carrier, failure == null);
    admission.leave();
    if (failure != null) {
      runtime.failed(activity, failure);
    }
  }

  /** Gives back the place of a hand-off; its outcome is its caller's. */
  void handOffEnded(HandOff handOff, Carrier carrier, boolean normally) {
    countEnded(handOff, carrier, normally);
    admission.leave();
  }

  /** What never began was not completed: a drain has refused it after its admission. */
  private void countEnded(CapturedActivity activity, Carrier carrier, boolean normally) {
    if (!activity.begun()) {
      rejected.increment();
    } else if (!normally) {
      failed.increment();
    } else if (carrier == null) {
      completed.increment();
    } else {
      carrier.countCompleted();
    }
  }

  /** Refuses new activities and lets the others end after their present step. */
  void drain() {
    draining = true;
    admission.closeToSpawns();
  }

  /** Closes the targets of activities that wait for their next input. */
  void closeAwaitingInput(Predicate<CapturedActivity> which, Closer closer) {
    forEachRunning(
        (carrier, activity) -> {
          if (which.test(activity)) {
            carrier.closeAwaitingInput(activity, closer);
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
      Predicate<CapturedActivity> which, Function<List<Thread>, Blockages> look, Closer closer) {
    Map<Carrier, CapturedActivity> stragglers = new LinkedHashMap<>();
    forEachRunning(
        (carrier, activity) -> {
          if (which.test(activity)) {
            stragglers.put(carrier, activity);
          }
        });
    if (stragglers.isEmpty()) {
      return List.of();
    }
    Blockages blockages = look.apply(stragglers.keySet().stream().map(Carrier::thread).toList());
    List<String> names = new ArrayList<>();
    stragglers.forEach(
        (carrier, activity) -> {
          Thread thread = carrier.thread();
          names.add(activity + " on " + thread.getName() + blockages.describe(thread));
          activity.closeEarly(closer);
          carrier.interrupt(activity);
        });
    return names;
  }

  /** {@link #close(Closer)} for a stage alone. */
  List<String> close() {
    try (Closer closer = new Closer()) {
      return close(closer);
    }
  }

  /** Ends the stage: nothing begins any more, the carriers go. */
  List<String> close(Closer closer) {
    stopped = true;
    drain();
    admission.close();
    List<String> names = new ArrayList<>();
    for (CapturedActivity never : carriers.close()) {
      names.add(never + (never.begun() ? ", between two steps" : ", never begun"));
      closer.run(() -> never.end(null, null));
    }
    return names;
  }

  private interface Running {
    void visit(Carrier carrier, CapturedActivity activity);
  }

  private void forEachRunning(Running visitor) {
    for (Carrier carrier : attached) {
      CapturedActivity activity = carrier.running();
      if (activity != null && activity.stage() == this) {
        visitor.visit(carrier, activity);
      }
    }
  }

  /** Admitted activities that have not ended. */
  int inFlight() {
    return admission.inFlight();
  }

  /** Whether activities are in flight that a drain waits for. */
  boolean busy() {
    return inFlight() > unawaited.get();
  }

  /** Whether activities are in flight that the JVM waits for. */
  boolean keepsAlive() {
    return inFlight() > daemons.get();
  }

  int count(WorkingContext context) {
    int[] count = {0};
    forEachRunning((carrier, a) -> count[0] += a.context() == context ? 1 : 0);
    carriers.waiting().forEach(a -> count[0] += a.context() == context ? 1 : 0);
    return count[0];
  }

  StageStatus status() {
    int inFlight = inFlight();
    int queued = Math.min(inFlight, carriers.waiting().size());
    long done = completed.sum() + attached.stream().mapToLong(Carrier::completed).sum();
    long bad = failed.sum();
    long refused = rejected.sum();
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
    if (limit() < carriers.capacity()) {
      return prefix + CoreSettings.MAX_IN_FLIGHT.key();
    }
    String size = "";
    for (Setting<?> setting : model.settings()) {
      if (setting.key().endsWith(".size")) {
        size = prefix + setting.key() + " or ";
      }
    }
    return size + prefix + CoreSettings.QUEUE_CAPACITY.key();
  }
}
