package cal.spring;

import cal.core.CalRuntime;
import cal.core.StageExecutor;
import cal.core.internal.record.Captures;
import cal.core.internal.support.Log;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.ConfigurationException;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.springframework.core.env.ConfigurableEnvironment;

/** The stages of an application context, each opened at its first use. Thread-safe. */
final class Stages implements AutoCloseable {
  /** Requests of Tomcat's connectors. */
  static final String WEB = "tomcat";

  /** Tasks of Boot's own executor, which runs {@code @Async} methods. */
  static final String TASKS = "application-task-executor";

  private static final String WHEN_FULL = ApplicationSettings.key(WEB, "when-full");
  private static final String REJECT = "reject";

  private final ConfigurableEnvironment environment;
  private final CalRuntime runtime;
  private final boolean shown;

  /** Guarded by this. */
  private final Map<String, StageExecutor> opened = new HashMap<>();

  /**
   * Reads the settings.
   *
   * @throws Mistake naming the first wrong setting
   */
  Stages(ConfigurableEnvironment environment, ClassLoader loader) {
    this.environment = environment;
    this.runtime = Mistake.refused(() -> runtime(environment, loader));
    this.shown = register();
  }

  /**
   * A runtime without stages yet.
   *
   * @throws ConfigurationException naming the first wrong setting
   */
  static CalRuntime runtime(ConfigurableEnvironment environment, ClassLoader loader) {
    Map<String, String> settings = ApplicationSettings.of(environment);
    if (ApplicationSettings.choose(environment, WEB)) {
      requireRejects(settings.putIfAbsent(WHEN_FULL, REJECT), environment);
    }
    CalRuntime made =
        CalRuntime.of(
            loader,
            settings,
            key -> ApplicationSettings.origin(environment, key),
            List.of(WEB, TASKS));
    if (!ApplicationSettings.nameAModel(environment) && Captures.load(loader).stages().isEmpty()) {
      throw new ConfigurationException(
          "settings of CAL are there, and no model that would follow them: set cal.model, to"
              + " virtual for example; the settings are "
              + String.join(", ", settings.keySet()));
    }
    return made;
  }

  /** Tomcat's poller starts requests, and brings the input of all others. */
  private static void requireRejects(String policy, ConfigurableEnvironment environment) {
    if (policy != null && !policy.equals(REJECT)) {
      throw new ConfigurationException(
          "%s=%s (%s) would keep the thread that reads for all requests; give reject"
              .formatted(WHEN_FULL, policy, ApplicationSettings.origin(environment, WHEN_FULL)));
    }
  }

  /**
   * The executor of a stage.
   *
   * @return empty where the properties leave the stage to Boot
   * @throws Mistake if its model cannot be had
   */
  synchronized Optional<StageExecutor> executor(String stage) {
    return ApplicationSettings.choose(environment, stage)
        ? Optional.of(opened.computeIfAbsent(stage, this::open))
        : Optional.empty();
  }

  private StageExecutor open(String stage) {
    return Mistake.refused(() -> runtime.executor(stage));
  }

  /** Refuses what comes from now on, and waits for what has come. */
  void drain(String stage) {
    StageExecutor executor;
    synchronized (this) {
      executor = opened.get(stage);
    }
    if (executor != null) {
      executor
          .drain()
          .forEach(late -> Log.log(Level.WARNING, "shutdown-timeout: interrupted " + late, null));
    }
  }

  /** The runtime of the stages, and that of the application's bindings, if it has any. */
  Stream<CalRuntimeMXBean> runtimes() {
    return Stream.concat(Stream.of(runtime), CalRuntime.current().stream());
  }

  /** The choices of the start. */
  @Override
  public String toString() {
    return runtime.toString();
  }

  /** Whether {@code ./cal top} shows these stages: of several contexts, those of the first. */
  private boolean register() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(runtime, new ObjectName(CalRuntimeMXBean.NAME));
      return true;
    } catch (JMException another) {
      Log.log(Level.DEBUG, "./cal top shows stages of another context", another);
      return false;
    }
  }

  @Override
  public void close() {
    try (CalRuntime ending = runtime) {
      if (shown) {
        ManagementFactory.getPlatformMBeanServer()
            .unregisterMBean(new ObjectName(CalRuntimeMXBean.NAME));
      }
    } catch (JMException gone) {
      Log.log(Level.DEBUG, "no longer shown by ./cal top", gone);
    }
  }
}
