package cal.weave.verify.model;

import cal.weave.support.WeaveException;
import java.util.Map;
import java.util.Set;

/**
 * The threads and places of a stage, as its settings say. Immutable.
 *
 * @param name the stage's
 * @param model the name of its model
 * @param inPlace whether calls run in their caller
 * @param workers threads of a pool; {@link #UNLIMITED} where each activity has its own
 * @param places activities in flight; {@link #UNLIMITED} where more than {@link #MANY} may wait
 * @param whenFull the full-policy
 * @param timed whether a wait for a thread or a place ends by {@code queue-deadline}
 */
public record StageLimits(
    String name,
    String model,
    boolean inPlace,
    int workers,
    int places,
    String whenFull,
    boolean timed) {
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** More places than these, besides those of workers, are never taken all. */
  public static final int MANY = 64;

  private static final Set<String> POOLS = Set.of("thread-pool", "executor-pool", "jcsp-pool");
  private static final Set<String> LOOPS = Set.of("reactive", "reactive-pool", "proactor");
  private static final Set<String> THREADS =
      Set.of("thread", "executor", "virtual", "jcsp", "cluster");
  private static final String SEQUENTIAL = "sequential";

  /**
   * Reads the settings of a stage.
   *
   * @param settings by their full keys
   * @param spawns whether the stage's binding spawns
   * @param blocks whether its calls keep an event loop
   * @throws WeaveException for a model without a fixed way to run
   */
  static StageLimits of(
      String stage, Map<String, String> settings, boolean spawns, boolean blocks) {
    String general = settings.getOrDefault("cal.model", "virtual").strip();
    String handOffs = blocks && LOOPS.contains(general) ? "executor-pool" : SEQUENTIAL;
    String model =
        settings.getOrDefault("cal.stage." + stage + ".model", spawns ? general : handOffs).strip();
    boolean pool = POOLS.contains(model);
    if (!pool && !LOOPS.contains(model) && !THREADS.contains(model) && !model.equals(SEQUENTIAL)) {
      throw new WeaveException(
          "stage=%s has model=%s, of which no model of its waits is known".formatted(stage, model)
              + "; verify each model that may run it, such as --set cal.stage."
              + stage
              + ".model=virtual");
    }
    int inFlight = number(settings, stage, "max-in-flight", 16384);
    int size = pool ? number(settings, stage, model + ".size", 100) : UNLIMITED;
    if (model.equals(SEQUENTIAL) && spawns) {
      return new StageLimits(stage, model, true, 1, UNLIMITED, "block", false);
    }
    int places =
        pool
            ? Math.min(inFlight, size + number(settings, stage, "queue-capacity", 16384))
            : inFlight;
    return new StageLimits(
        stage,
        model,
        model.equals(SEQUENTIAL),
        size,
        places - (pool ? size : 0) > MANY ? UNLIMITED : places,
        value(settings, stage, "when-full", "block"),
        value(settings, stage, "queue-deadline", "0s").matches(".*[1-9].*"));
  }

  /**
   * Makes sure that settings are of stages that there are.
   *
   * @throws WeaveException naming the first of another
   */
  static void requireStages(Set<String> keys, Set<String> stages) {
    for (String key : keys) {
      String[] parts = key.split("\\.");
      if (key.startsWith("cal.stage.") && !stages.contains(parts[2])) {
        throw new WeaveException(
            "%s: there is no stage=%s; the stages are %s"
                .formatted(key, parts[2], String.join(", ", stages)));
      }
    }
  }

  private static int number(Map<String, String> settings, String stage, String key, int ordinary) {
    String text = value(settings, stage, key, "auto");
    if (text.equals("auto")) {
      return ordinary;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException none) {
      throw new WeaveException(key + "=" + text + " is no number", none);
    }
  }

  private static String value(
      Map<String, String> settings, String stage, String key, String ordinary) {
    String general = settings.getOrDefault("cal." + key, ordinary);
    return settings.getOrDefault("cal.stage." + stage + "." + key, general).strip();
  }

  public boolean isPool() {
    return workers != UNLIMITED;
  }

  /** Whether activities run on an event loop, whose thread never waits for a place. */
  boolean isLoop() {
    return LOOPS.contains(model);
  }

  public boolean isFull(int inFlight) {
    return inFlight >= places;
  }

  boolean mayBlock() {
    return isPool() || places != UNLIMITED;
  }

  /** The most activities that the stage runs at a time. */
  int running() {
    return Math.min(workers, places);
  }

  /**
   * The same stage, with few threads and places. Where the number of activities that may want some
   * is known, the shortage stays the same; without a shortage there is no limit.
   *
   * @param wanted the most that are wanted at a time; {@link #UNLIMITED} if unknown
   * @param fewWanted the most wanted of few activities
   */
  StageLimits atMost(int few, int wanted, int fewWanted) {
    int room = places == UNLIMITED ? UNLIMITED : fewer(few, places, wanted, fewWanted);
    int threads =
        !isPool() || (wanted != UNLIMITED && wanted <= workers)
            ? UNLIMITED
            : fewer(few, workers, wanted, fewWanted);
    if (isPool() && places != UNLIMITED && wanted == UNLIMITED) {
      room = Math.min(places, threads + Math.min(few, Math.max(0, places - workers)));
    }
    return new StageLimits(
        name,
        model,
        inPlace,
        threads == UNLIMITED ? UNLIMITED : Math.min(threads, room),
        room,
        whenFull,
        timed);
  }

  private static int fewer(int few, int limit, int wanted, int fewWanted) {
    int least = Math.min(limit, few);
    return wanted == UNLIMITED ? least : Math.max(least, fewWanted - (wanted - limit));
  }

  /** The setting that limits the threads or the places. */
  public String limit(boolean ofThreads) {
    if (model.equals(SEQUENTIAL)) {
      return "cal.stage." + name + ".model=sequential";
    }
    return ofThreads
        ? "cal.stage.%s.%s.size=%d".formatted(name, model, workers)
        : isPool() && places > workers
            ? "%s.size + queue-capacity=%d".formatted(model, places)
            : "cal.stage.%s.max-in-flight=%d, when-full=%s".formatted(name, places, whenFull);
  }
}
