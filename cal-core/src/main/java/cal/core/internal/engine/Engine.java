package cal.core.internal.engine;

import cal.core.CalRuntime;
import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.Failures;
import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.admission.DrainedContexts;
import cal.core.internal.admission.Waits;
import cal.core.internal.generation.SharedParts;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.RuntimeParts;
import cal.core.internal.support.Closer;
import cal.core.internal.support.KeepAlive;
import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.SocketProvider;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.StageStatus;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The stages of one process, or of one test: their counts, their drain, their failures. {@link
 * CalRuntime} is what operators have of it. Thread-safe.
 */
public final class Engine implements CalRuntimeMXBean, AutoCloseable {
  /** Looks in a row that must find nothing of a context: a look is a momentary view. */
  private static final int QUIET_LOOKS = 3;

  private final Reconfiguration choices;
  private final Models models;
  private final Map<String, OpenStage> stages = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Waits<ActivityStage> waits = new Waits<>();
  private final Listeners listeners = new Listeners();
  private final DrainedContexts drained = new DrainedContexts();
  private final Failures failures = new Failures();
  private final SharedParts parts = new SharedParts();

  /** False where no call is captured: it is the server's threads that keep the JVM, as unwoven. */
  private volatile boolean listenersKeep = true;

  private final Housekeeping looks;
  private final KeepAlive keepAlive;
  private final RuntimeParts commons;

  public Engine(Configuration configuration, Models models) {
    this(configuration, models, null);
  }

  public Engine(Configuration configuration, Models models, StepInterceptors interceptors) {
    this.choices = new Reconfiguration(configuration, models);
    this.models = models;
    this.looks =
        new Housekeeping(this::all, waits, failures.hangs(), new Adaptive(models, choices));
    this.keepAlive = new KeepAlive(this::keepsJvm, looks);
    this.commons = new RuntimeParts(keepAlive, waits, interceptors, drained, failures, parts);
  }

  /** Makes a runtime without bindings: {@link CalRuntime#of}. */
  public static Engine of(Configuration configuration, Collection<String> stageNames) {
    Models models = Models.of(Engine.class.getClassLoader());
    configuration.validate(stageNames, models.settings());
    return new Engine(configuration, models);
  }

  /**
   * Opens a stage under the model that the configuration names for it.
   *
   * @param name the stage's name
   * @return the stage
   * @throws ConfigurationException if its model cannot be had, or the stage is open already
   */
  public OpenStage open(String name) {
    return open(name, configuration -> ModelChoice.configured(name, configuration));
  }

  /**
   * The same under the model that follows from the configuration by a rule, now and after each
   * change.
   */
  public OpenStage open(String name, Function<Configuration, ModelChoice> rule) {
    ModelChoice choice = rule.apply(configuration());
    ConcurrencyModel model = models.named(choice.model(), choice.origin());
    try (Opening opening = new Opening()) {
      OpenStage stage =
          opening.get(() -> new OpenStage(commons, name, configuration(), model), OpenStage::close);
      opening.get(() -> add(name, stage), one -> stages.remove(name, one));
      if (commons.interceptors() != null) {
        commons.interceptors().opened(stage::status);
      }
      choices.add(stage, rule);
      opening.complete();
      return stage;
    }
  }

  private OpenStage add(String name, OpenStage stage) {
    if (stages.putIfAbsent(name, stage) != null) {
      throw new ConfigurationException(
          "two bindings are called " + name + "; rename one of the two aspects");
    }
    return stage;
  }

  @Override
  public List<StageStatus> getStages() {
    return all().stream().map(OpenStage::status).toList();
  }

  @Override
  public List<LeftStatus> getLeft() {
    return all().stream().filter(OpenStage::takesThreads).map(OpenStage::left).toList();
  }

  @Override
  public List<ReadAheadStatus> getReadAhead() {
    return once(
        stage -> stage.sockets().stream().flatMap(sockets -> sockets.readAhead().stream()),
        ReadAheadStatus::reader);
  }

  @Override
  public List<MemberStatus> getMembers() {
    return once(stage -> stage.members().stream(), MemberStatus::address);
  }

  @Override
  public List<HangStatus> getHangs() {
    return failures.hangs().present();
  }

  /** The shared parts of stages, each once. */
  private <T> List<T> once(Function<OpenStage, Stream<T>> of, Function<T, String> key) {
    Map<String, T> found = new LinkedHashMap<>();
    all().stream().flatMap(of).forEach(one -> found.put(key.apply(one), one));
    return List.copyOf(found.values());
  }

  /** {@link CalRuntime#count}. */
  public int count(Object context) {
    return all().stream().mapToInt(stage -> stage.count(context)).sum();
  }

  /** {@link CalRuntime#onFailure}. */
  public void onFailure(BiConsumer<? super CapturedActivity, Throwable> handler) {
    failures.handler(handler);
  }

  /**
   * Ends the activities of a context, for good: {@link CalRuntime#drain}.
   *
   * @return the activities closed and interrupted at the deadline, with their threads
   */
  public List<String> drain(Object context, Duration timeout) {
    drained.add(context);
    // An activity on its way between a queue and a thread is in neither; it ends where it arrives.
    int[] quietLooks = {0};
    BooleanSupplier busy =
        () -> {
          quietLooks[0] = count(context) > 0 ? 0 : quietLooks[0] + 1;
          return quietLooks[0] < QUIET_LOOKS;
        };
    return Drain.run(all(), activity -> activity.context() == context, busy, stage -> timeout);
  }

  /**
   * Closes the listening sockets of woven code, then drains every stage within its {@code
   * shutdown-timeout} and closes it. Idempotent.
   *
   * @return the activities that had to be interrupted or never began
   */
  public List<String> shutdown() {
    List<OpenStage> open = all();
    open.forEach(OpenStage::drain);
    listeners.close();
    List<String> names =
        new ArrayList<>(Drain.run(open, a -> true, this::busy, OpenStage::shutdownTimeout));
    try (Closer closer = Closer.ofDrain()) {
      open.forEach(stage -> names.addAll(stage.ending().close(closer)));
    }
    if (open.stream().noneMatch(stage -> stage.ending().leavesToJvm())) {
      parts.close();
    }
    return names;
  }

  /** The same as {@link #shutdown}. */
  @Override
  public void close() {
    shutdown();
  }

  /** A mistake of a binding that showed while activities ran, if there was one. */
  public Optional<String> mistake() {
    return failures.mistake();
  }

  public Configuration configuration() {
    return choices.configuration();
  }

  /** The model of each stage, with its origin, by the stage's name. */
  public Map<String, ModelChoice> choices() {
    return choices.choices();
  }

  @Override
  public List<String> change(List<String> settings) {
    return change(settings, "switched by an operator");
  }

  /** {@link CalRuntimeMXBean#change}, for a reason that people are told. */
  public List<String> change(List<String> settings, String reason) {
    return choices.change(settings, reason);
  }

  public RuntimeParts commons() {
    return commons;
  }

  public Models models() {
    return models;
  }

  public Waits<ActivityStage> waits() {
    return waits;
  }

  /** The provider of the sockets of woven code: the first that a stage's scheduler offers. */
  public Optional<SocketProvider> sockets() {
    return all().stream().flatMap(stage -> stage.sockets().stream()).findFirst();
  }

  /** {@link OpenStage#takesThreads}; false for a stage that is not open. */
  public boolean takesThreads(String stage) {
    return all().stream().anyMatch(one -> one.name().equals(stage) && one.takesThreads());
  }

  /** The remarks for the line at the start: each once, as stages share loops. */
  public List<String> remarks() {
    return all().stream()
        .flatMap(stage -> stage.sockets().flatMap(SocketProvider::remark).stream())
        .distinct()
        .toList();
  }

  /**
   * Keeps the JVM for a listening socket while it is bound and open, and closes it at a shutdown;
   * where every call proceeds in its caller, all is as if unwoven.
   */
  public void listens(ServerSocket socket) {
    if (all().stream().allMatch(OpenStage::inPlace)) {
      return;
    }
    listeners.add(socket);
    if (listenersKeep && socket.isBound()) {
      keepAlive.ensure();
    }
  }

  public void leaveLifeToThreads() {
    listenersKeep = false;
  }

  private boolean keepsJvm() {
    return all().stream().anyMatch(OpenStage::keepsAlive)
        || failures.reports().underWay()
        || (listenersKeep && listeners.anyListens());
  }

  private boolean busy() {
    return all().stream().anyMatch(OpenStage::busy) || failures.reports().awaited();
  }

  private List<OpenStage> all() {
    synchronized (stages) {
      return List.copyOf(stages.values());
    }
  }
}
