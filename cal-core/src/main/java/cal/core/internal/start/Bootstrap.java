package cal.core.internal.start;

import cal.core.internal.engine.ActivityFailedEvent;
import cal.core.internal.engine.Drain;
import cal.core.internal.engine.Engine;
import cal.core.internal.engine.OpenStage;
import cal.core.internal.engine.RejectedEvent;
import cal.core.internal.engine.StepInterceptors;
import cal.core.internal.record.Captures;
import cal.core.internal.record.SharedGuards;
import cal.core.internal.region.Blockages;
import cal.core.internal.region.Policies;
import cal.core.internal.region.PolicyChoice;
import cal.core.internal.region.Regions;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.support.Describer;
import cal.core.internal.support.TestedJdk;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.StageStatus;
import cal.core.spi.SynchronizationPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Starts the runtime of a woven server when its first binding is loaded: reads the weaver's record
 * and the configuration, opens every stage, says in one line what it chose.
 *
 * <p>What is wrong ends the process in one sentence, with exit status 2, before the server serves
 * anybody.
 */
public final class Bootstrap {
  private static final Map<String, ModelChoice> CHOICES = new ConcurrentHashMap<>();

  /** Of the aspects of critical regions, by their class names. */
  private static final Map<String, PolicyChoice> POLICY_CHOICES = new ConcurrentHashMap<>();

  private static volatile Engine runtime;

  /** Set once: all stages are open. */
  private static volatile boolean started;

  private static Captures captures;
  private static Policies policies;

  private Bootstrap() {}

  public static Engine runtime() {
    return runtime;
  }

  /** The stage of a binding whose aspect is being instantiated. */
  public static OpenStage stage(Class<?> binding, boolean blocks) {
    try {
      boolean first = prepare(binding.getClassLoader());
      OpenStage stage = open(binding.getName(), blocks);
      if (first) {
        start(binding.getClassLoader());
      }
      return stage;
    } catch (ConfigurationException e) {
      throw exit(e.getMessage());
    } catch (RuntimeException | Error e) {
      throw exit("binding " + binding.getName() + " cannot be started: " + e);
    }
  }

  /** The stage of an aspect that adopts threads, when that is being instantiated. */
  static OpenStage adoptedStage(Class<?> aspect) {
    try {
      boolean first = prepare(aspect.getClassLoader());
      if (!captures.adopted().containsKey(aspect.getName())) {
        throw new ConfigurationException(
            "the aspect "
                + aspect.getName()
                + " adopts threads, and no "
                + Captures.RESOURCE
                + " says so; let the agent weave it, or add the line: adopts "
                + aspect.getName()
                + " SCOPE");
      }
      String name = AspectNames.stage(aspect.getName());
      ModelChoice choice = ModelChoice.configured(name, runtime.configuration());
      CHOICES.put(name, choice);
      OpenStage stage = runtime.open(name, choice);
      if (first) {
        start(aspect.getClassLoader());
      }
      return stage;
    } catch (ConfigurationException e) {
      throw exit(e.getMessage());
    } catch (RuntimeException | Error e) {
      throw exit("adopting aspect " + aspect.getName() + " cannot be started: " + e);
    }
  }

  /**
   * The critical regions of an aspect that is being instantiated. Where no binding is recorded, in
   * a test of a class say, they work all the same, and there is no runtime.
   */
  public static Regions regions(Class<?> aspect, String pinnedPolicy) {
    try {
      ClassLoader loader = aspect.getClassLoader();
      if (runtime == null && Captures.load(loader).stages().isEmpty()) {
        return regions(aspect, pinnedPolicy, Configuration.load(loader));
      }
      boolean first = prepare(loader);
      Regions regions = regions(aspect, pinnedPolicy, runtime.configuration());
      if (first) {
        start(loader);
      }
      return regions;
    } catch (ConfigurationException e) {
      throw exit(e.getMessage());
    } catch (RuntimeException | Error e) {
      throw exit("regions " + aspect.getName() + " cannot be started: " + e);
    }
  }

  private static Regions regions(Class<?> aspect, String pinned, Configuration configuration) {
    PolicyChoice choice = PolicyChoice.of(aspect.getName(), pinned, configuration);
    POLICY_CHOICES.put(aspect.getName(), choice);
    return new Regions(
        aspect.getName(),
        policies(aspect.getClassLoader()).named(choice.policy(), choice.origin()).orElse(null));
  }

  /** One instance of each policy in a process. */
  private static synchronized Policies policies(ClassLoader loader) {
    if (policies == null) {
      policies = Policies.of(loader);
    }
    return policies;
  }

  /** Opens all stages and decides on all regions: a mistake must not wait for its first call. */
  private static void start(ClassLoader loader) {
    load(captures, loader);
    SharedGuards.requireOnePolicy(captures, POLICY_CHOICES, loader);
    if (!captures.conditions()) {
      Regions.unconditional();
    }
    announce();
    Thread.ofPlatform()
        .daemon()
        .name("cal-start")
        .inheritInheritableThreadLocals(false)
        .start(Bootstrap::startLast);
    started = true;
  }

  /** What takes a quarter of a second, and no client waits for; its thread ends with it. */
  private static void startLast() {
    try {
      prepareForTrouble();
      register();
    } catch (ConfigurationException e) {
      throw exit(e.getMessage());
    }
  }

  /**
   * The runtime of woven code, all its stages open; started if no binding has been loaded yet,
   * since what this code makes now, a listening socket say, must suit the models that will use it.
   *
   * @param code a woven class
   * @return null if it comes without a weaver's record: there are no bindings
   */
  public static Engine started(Class<?> code) {
    if (!started) {
      try {
        load(Captures.load(code.getClassLoader()), code.getClassLoader());
      } catch (ConfigurationException e) {
        throw exit(e.getMessage());
      }
    }
    return runtime;
  }

  /**
   * The weaver's record that a class loader sees.
   *
   * @throws ConfigurationException if there is none, or it loads other classes than those recorded:
   *     nothing that it loads is woven
   */
  public static Captures requireCaptures(ClassLoader loader) {
    Captures found = Captures.load(loader);
    if (found.stages().isEmpty()) {
      throw new ConfigurationException(
          "no "
              + Captures.RESOURCE
              + " is on the class path, so the server is not woven and would"
              + " run sequentially; put the woven jar there instead of the plain one");
    }
    found.requireOwn(loader);
    return found;
  }

  /** Whether instantiated activities of a binding wait for a cancelled call. */
  public static boolean cancels(Class<?> binding) {
    return captures.cancels(binding.getName());
  }

  private static synchronized boolean prepare(ClassLoader loader) {
    if (runtime != null) {
      return false;
    }
    captures = Captures.load(loader);
    captures.requireOwnNames();
    Configuration configuration = Configuration.load(loader);
    Models models = Models.of(loader);
    requireValid(captures, configuration, models, loader);
    runtime = new Engine(configuration, models, StepInterceptors.of(loader));
    if (captures.bindings().isEmpty()) {
      runtime.leaveLifeToThreads();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(Bootstrap::shutdown, "cal-shutdown"));
    return true;
  }

  private static void requireValid(
      Captures captures, Configuration configuration, Models models, ClassLoader loader) {
    List<String> stages = captures.stages();
    List<String> regions = captures.regions().keySet().stream().map(AspectNames::regions).toList();
    configuration.validate(stages, regions, models.settings());
    policies(loader)
        .named(
            configuration.getPart(CoreSettings.SYNCHRONIZATION, ""),
            configuration.originOfPart(CoreSettings.SYNCHRONIZATION, ""));
  }

  /** The same before anything is started, and that there are the models of all stages. */
  static void requireValid(Captures captures, ClassLoader loader) {
    Configuration configuration = Configuration.load(loader);
    Models models = Models.of(loader);
    requireValid(captures, configuration, models, loader);
    for (String stage : captures.stages()) {
      ModelChoice choice = ModelChoice.configured(stage, configuration);
      models.named(choice.model(), choice.origin());
    }
  }

  /**
   * Loads what reports a failure or drains: when file descriptors have run out, nothing can be
   * loaded any more, neither a class nor the time zone that a log line is stamped in.
   */
  private static void prepareForTrouble() {
    Objects.requireNonNull(ZoneId.systemDefault().getRules(), "time zone");
    for (Class<?> needed :
        List.of(
            ActivityFailedEvent.class,
            RejectedEvent.class,
            Drain.class,
            Describer.class,
            StageStatus.class,
            Blockages.class)) {
      try {
        MethodHandles.lookup().ensureInitialized(needed);
      } catch (IllegalAccessException e) {
        throw new AssertionError(needed + " is of this package", e);
      }
    }
  }

  private static OpenStage open(String binding, boolean blocks) {
    List<Captures.JoinPoint> points = captures.of(binding);
    if (points == null || points.isEmpty()) {
      throw new ConfigurationException(
          "binding "
              + binding
              + " has no captured join point in any "
              + Captures.RESOURCE
              + ", so parts of the server could run sequentially unnoticed; run"
              + " cal.core.CaptureRecord over the woven classes after ajc");
    }
    String stage = AspectNames.stage(binding);
    ModelChoice choice =
        ModelChoice.of(
            stage,
            captures.onlyHandsOff(binding),
            blocks,
            runtime.configuration(),
            runtime.models());
    CHOICES.put(stage, choice);
    return runtime.open(stage, choice);
  }

  /** Starts the bindings of a record; the model of each stage with its origin. */
  static Map<String, String> startAll(ClassLoader loader) {
    load(Captures.load(loader), loader);
    Map<String, String> models = new TreeMap<>();
    CHOICES.forEach((stage, one) -> models.put(stage, one.model() + " (" + one.origin() + ")"));
    return models;
  }

  private static void load(Captures captures, ClassLoader loader) {
    captures.bindings().forEach(binding -> load("binding ", binding, loader));
    captures.adopted().keySet().forEach(adopting -> load("adopting aspect ", adopting, loader));
    captures.regions().keySet().forEach(regions -> load("regions ", regions, loader));
  }

  private static void load(String kind, String aspect, ClassLoader loader) {
    try {
      Class.forName(aspect, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new ConfigurationException(
          kind + aspect + " is recorded but cannot be loaded: " + e + "; build the artifact again",
          e);
    }
  }

  private static void register() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(runtime, new ObjectName(CalRuntimeMXBean.NAME));
    } catch (JMException e) {
      throw new ConfigurationException(
          CalRuntimeMXBean.NAME
              + " is registered already, so CAL is on the class path twice; keep"
              + " one cal-core",
          e);
    }
  }

  private static void announce() {
    List<String> stages = new ArrayList<>();
    for (String binding : captures.bindings()) {
      String stage = AspectNames.stage(binding);
      int points = captures.of(binding).size();
      stages.add(
          stage
              + "="
              + CHOICES.get(stage).model()
              + " ("
              + CHOICES.get(stage).origin()
              + ", "
              + points
              + (points == 1 ? " join point)" : " join points)"));
    }
    captures.adopted().forEach((adopting, scope) -> stages.add(describeAdopted(adopting, scope)));
    String untested = TestedJdk.remark(Runtime.version()).map("; "::concat).orElse("");
    System.err.println("cal: " + String.join(" ", stages) + describeRegions() + untested);
  }

  private static String describeAdopted(String aspect, String scope) {
    String stage = AspectNames.stage(aspect);
    ModelChoice choice = CHOICES.get(stage);
    return stage + "=" + choice.model() + " (" + choice.origin() + ", adopted " + scope + ")";
  }

  /** How many regions there are; their policies only where they are not monitors. */
  private static String describeRegions() {
    int regions = captures.regions().values().stream().mapToInt(List::size).sum();
    if (regions == 0) {
      return "";
    }
    List<PolicyChoice> others =
        captures.regions().keySet().stream()
            .map(POLICY_CHOICES::get)
            .filter(choice -> !choice.policy().equals(SynchronizationPolicy.MONITOR))
            .toList();
    String count = ", " + regions + (regions == 1 ? " critical region" : " critical regions");
    if (others.isEmpty()) {
      return count;
    }
    PolicyChoice one = others.getFirst();
    boolean all =
        others.size() == captures.regions().size()
            && others.stream().allMatch(o -> o.describe().equals(one.describe()));
    return count
        + (all
            ? " under " + one.describe()
            : others.stream()
                .map(other -> other.regions() + " under " + other.describe())
                .collect(Collectors.joining(", ", ", ", "")));
  }

  private static void shutdown() {
    List<String> stragglers = runtime.shutdown();
    if (!stragglers.isEmpty()) {
      System.err.println(
          "cal: shutdown-timeout has passed; closed and interrupted "
              + stragglers.size()
              + " activities:");
      stragglers.forEach(straggler -> System.err.println("cal:   " + straggler));
    }
  }

  /** Ends the process at once: shutdown hooks may need the very class that is being initialised. */
  private static Error exit(String sentence) {
    System.err.println("cal: " + sentence);
    System.err.flush();
    Runtime.getRuntime().halt(2);
    return new AssertionError("halted");
  }
}
