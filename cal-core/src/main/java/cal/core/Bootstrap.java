package cal.core;

import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Starts the runtime of a woven server when its first binding is loaded: reads the weaver's record
 * and the configuration, opens every stage, says in one line what it chose.
 *
 * <p>What is wrong ends the process in one sentence, with exit status 2, before the server serves
 * anybody.
 */
final class Bootstrap {
  private static volatile CalRuntime runtime;
  private static Captures captures;

  private Bootstrap() {}

  static CalRuntime runtime() {
    return runtime;
  }

  /** The stage of a binding whose aspect is being instantiated. */
  static Stage stage(Class<?> binding, String pinnedModel) {
    try {
      boolean first = prepare(binding.getClassLoader());
      Stage stage = open(binding.getName(), pinnedModel);
      if (first) {
        loadOthers(binding.getClassLoader());
        announce();
      }
      return stage;
    } catch (ConfigurationException e) {
      throw exit(e.getMessage());
    } catch (RuntimeException | ServiceConfigurationError e) {
      throw exit("binding " + binding.getName() + " cannot be started: " + e);
    }
  }

  /**
   * The weaver's record that a class loader sees.
   *
   * @throws ConfigurationException if there is none: nothing that it loads is woven
   */
  static Captures requireCaptures(ClassLoader loader) {
    Captures found = Captures.load(loader);
    if (found.bindings().isEmpty()) {
      throw new ConfigurationException(
          "no "
              + Captures.RESOURCE
              + " is on the class path, so the server is not woven and would"
              + " run sequentially; put the woven jar there instead of the plain one");
    }
    return found;
  }

  /** Whether instantiated activities of a binding wait for a cancelled call. */
  static boolean cancels(Class<?> binding) {
    return captures.cancels(binding.getName());
  }

  private static synchronized boolean prepare(ClassLoader loader) {
    if (runtime != null) {
      return false;
    }
    captures = Captures.load(loader);
    List<String> stages = captures.bindings().stream().map(Captures::stageOf).toList();
    Configuration configuration = Configuration.load(loader);
    Models models = Models.of(loader);
    configuration.validate(stages, models.settings());
    runtime = new CalRuntime(configuration, models);
    prepareForTrouble();
    Runtime.getRuntime().addShutdownHook(new Thread(Bootstrap::shutdown, "cal-shutdown"));
    return true;
  }

  /**
   * Loads what reports a failure or drains: when file descriptors have run out, nothing can be
   * loaded any more, neither a class nor the time zone that a log line is stamped in.
   */
  private static void prepareForTrouble() {
    Objects.requireNonNull(ZoneId.systemDefault().getRules(), "time zone");
    for (Class<?> needed :
        List.of(ActivityFailedEvent.class, RejectedEvent.class, Drain.class, StageStatus.class)) {
      try {
        MethodHandles.lookup().ensureInitialized(needed);
      } catch (IllegalAccessException e) {
        throw new AssertionError(needed + " is of this package", e);
      }
    }
  }

  private static Stage open(String binding, String pinnedModel) {
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
    return runtime.open(Captures.stageOf(binding), modelOf(binding, pinnedModel));
  }

  private static String modelOf(String binding, String pinnedModel) {
    String stage = Captures.stageOf(binding);
    Configuration configuration = runtime.configuration();
    boolean own = configuration.isSetFor(CoreSettings.MODEL, stage);
    if (pinnedModel != null) {
      if (own) {
        throw new ConfigurationException(
            "cal.stage."
                + stage
                + ".model is set, but "
                + binding
                + " pins this stage to "
                + pinnedModel
                + "; remove the setting or extend ActivityCapture instead");
      }
      return pinnedModel;
    }
    return !own && captures.onlyHandsOff(binding)
        ? SequentialModel.NAME
        : configuration.get(CoreSettings.MODEL, stage);
  }

  /** Opens the other stages now: a mistake in them must not wait for their first call. */
  private static void loadOthers(ClassLoader loader) {
    for (String binding : captures.bindings()) {
      try {
        Class.forName(binding, true, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        throw new ConfigurationException(
            "binding "
                + binding
                + " is recorded but cannot be loaded: "
                + e
                + "; build the artifact again",
            e);
      }
    }
  }

  private static void announce() {
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
    List<String> stages = new ArrayList<>();
    for (String binding : captures.bindings()) {
      String stage = Captures.stageOf(binding);
      int points = captures.of(binding).size();
      stages.add(
          stage
              + "="
              + runtime.modelOf(stage)
              + " ("
              + runtime.originOf(stage)
              + ", "
              + points
              + (points == 1 ? " join point)" : " join points)"));
    }
    int regions = captures.regions().size();
    System.err.println(
        "cal: "
            + String.join(" ", stages)
            + (regions == 0
                ? ""
                : ", " + regions + (regions == 1 ? " critical region" : " critical regions")));
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
