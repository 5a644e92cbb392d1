package cal.core.spi;

import java.time.Duration;
import java.util.List;

/** The settings of every stage, whatever its model, and of all critical regions. */
public final class CoreSettings {
  /** Which model runs the stage. */
  public static final Setting<String> MODEL =
      new Setting<>(
          "model",
          "the name of a model on the class path",
          "virtual",
          "the model of stages that spawn; other stages run in their caller without a model of"
              + " their own, unless their calls would keep an event loop",
          text -> text);

  /** The value of max-in-flight for a stage that refuses late connections. */
  private static final int AUTO = 0;

  private static final int MOST_IN_FLIGHT = 1_000_000;

  /** The most activities of a stage in flight; 0 for a stage that refuses late connections. */
  public static final Setting<Integer> MAX_IN_FLIGHT =
      new Setting<>(
          "max-in-flight",
          "auto, or 1 to " + MOST_IN_FLIGHT + " activities",
          "16384",
          "activities between admission and end; auto is 16384, and refuses connections whose first"
              + " step is late",
          CoreSettings::parseMaxInFlight);

  /** How many activities may wait for a worker of a pool. */
  public static final Setting<Integer> QUEUE_CAPACITY =
      Setting.number(
          "queue-capacity",
          16_384,
          0,
          1_000_000,
          "activities",
          "activities that wait for a thread of a pool; 0 admits none before a thread is free");

  /** The treatment of an activity at a full stage. */
  public static final Setting<WhenFull> WHEN_FULL =
      Setting.choice(
          "when-full", WhenFull.BLOCK, "the treatment of an activity that finds its stage full");

  /** How long a drain may take. */
  public static final Setting<Duration> SHUTDOWN_TIMEOUT =
      Setting.duration(
          "shutdown-timeout",
          "10s",
          "time from SIGTERM until activities are closed and interrupted");

  /** The longest wait of an activity for service. */
  public static final Setting<Duration> QUEUE_DEADLINE =
      Setting.duration(
          "queue-deadline",
          "0s",
          "the longest wait for a worker or a place, then refusal, the oldest first; 0s is for"
              + " ever");

  /** How long a connection may be silent. */
  public static final Setting<Duration> IDLE_TIMEOUT =
      Setting.duration(
          "idle-timeout",
          "0s",
          "the longest wait for a request, then the target is closed; 0s closes only where others"
              + " wait for threads or places");

  /** The cores of a stage's platform threads. */
  public static final Setting<Cores> CORES =
      Cores.setting("cores", "cores for the platform threads of a stage, on Linux; all pins none");

  /** How threads exclude each other in critical regions. */
  public static final Setting<String> SYNCHRONIZATION =
      new Setting<>(
          "synchronization",
          "the name of a synchronization policy on the class path",
          SynchronizationPolicy.MONITOR,
          "the exclusion of threads in critical regions",
          text -> text,
          Setting.Scope.REGIONS);

  /** How many threads a counting policy lets in. */
  public static final Setting<Integer> PERMITS =
      Setting.number(
              "synchronization.permits",
              1,
              1,
              100_000,
              "threads",
              "threads at a time in the regions of a guard, under counting")
          .in(Setting.Scope.REGIONS);

  private CoreSettings() {}

  private static Integer parseMaxInFlight(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    int number = Integer.parseInt(text);
    if (number < 1 || number > MOST_IN_FLIGHT) {
      throw new IllegalArgumentException("out of range");
    }
    return number;
  }

  public static List<Setting<?>> all() {
    return List.of(
        MODEL,
        MAX_IN_FLIGHT,
        QUEUE_CAPACITY,
        WHEN_FULL,
        QUEUE_DEADLINE,
        IDLE_TIMEOUT,
        SHUTDOWN_TIMEOUT,
        CORES,
        SYNCHRONIZATION,
        PERMITS);
  }
}
