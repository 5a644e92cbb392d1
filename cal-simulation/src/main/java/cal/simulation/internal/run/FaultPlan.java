package cal.simulation.internal.run;

import cal.simulation.internal.disk.DiskFaults;
import cal.simulation.internal.net.Faults;
import cal.simulation.internal.net.Faults.Partition;
import cal.simulation.internal.net.Faults.Plan;
import cal.simulation.internal.net.Faults.Reset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Faults as a file has them; each mistake names its key.
 *
 * <pre>
 *  delay-millis: 2
 *  buffer: 65536
 *  resets: {one-in: 3, within: 64}
 *  refusals: {one-in: 10}
 *  connections:
 *    1: {reset-after: 17, to: server}
 *    2: {late-millis: 500}
 *    3: refused
 *    4: {half-close-after: 9, to: client}
 *  partitions: [{port: 7000, from-millis: 100, until-millis: 900}]
 *  crash: {times: 1, after-millis: 120, down-millis: 100}
 *  disk: {space: 1000000, full-one-in: 50, failed-sync-one-in: 20}
 * </pre>
 */
public final class FaultPlan {
  private static final int NANOS_OF_MILLI = 1_000_000;
  private static final int WITHIN = 64;
  private static final int DELAY_MILLIS = 2;
  private static final int BUFFER = 65_536;
  private static final int DOWN_MILLIS = 100;
  private static final String REFUSED = "refused";
  private static final String SERVER = "server";
  private static final String RESET = "reset-after";
  private static final String HALF_CLOSE = "half-close-after";

  private final String place;
  private final Map<?, ?> values;

  private FaultPlan(String place, Map<?, ?> values, String... known) {
    this.place = place;
    this.values = values;
    for (Object key : values.keySet()) {
      if (!Set.of(known).contains(String.valueOf(key))) {
        throw new IllegalArgumentException(
            "%s%s is unknown; the keys are %s".formatted(place, key, String.join(", ", known)));
      }
    }
  }

  /**
   * Reads.
   *
   * @throws IllegalArgumentException with the key that is wrong
   */
  public static Faults of(Map<?, ?> values) {
    FaultPlan plan = top(values);
    FaultPlan resets = plan.below("resets", "one-in", "within");
    FaultPlan refusals = plan.below("refusals", "one-in");
    return new Faults(
        resets.count("one-in", 0),
        resets.count("within", WITHIN),
        refusals.count("one-in", 0),
        plan.count("delay-millis", DELAY_MILLIS),
        plan.count("buffer", BUFFER),
        plan.places());
  }

  private static FaultPlan top(Map<?, ?> values) {
    return new FaultPlan(
        "",
        values,
        "delay-millis",
        "buffer",
        "resets",
        "refusals",
        "connections",
        "partitions",
        "crash",
        "disk");
  }

  /**
   * Reads the faults of the server's machine.
   *
   * @throws IllegalArgumentException with the key that is wrong
   */
  public static DiskFaults machine(Map<?, ?> values) {
    FaultPlan plan = top(values);
    FaultPlan crash = plan.below("crash", "times", "after-millis", "down-millis");
    FaultPlan disk = plan.below("disk", "space", "full-one-in", "failed-sync-one-in");
    return new DiskFaults(
        disk.count("space", DiskFaults.SPACE),
        disk.count("full-one-in", 0),
        disk.count("failed-sync-one-in", 0),
        crash.count("times", crash.values.isEmpty() ? 0 : 1),
        crash.number("after-millis", 0) * NANOS_OF_MILLI,
        crash.count("down-millis", DOWN_MILLIS));
  }

  private Plan places() {
    Map<Integer, Reset> resets = new HashMap<>();
    Map<Integer, Long> late = new HashMap<>();
    map("connections", values.get("connections"))
        .forEach(
            (key, value) -> {
              int number = (int) whole("connections", key, 1);
              if (REFUSED.equals(value)) {
                late.put(number, -1L);
                return;
              }
              FaultPlan one =
                  entry("connections." + key, value, RESET, HALF_CLOSE, "to", "late-millis");
              for (String end : List.of(HALF_CLOSE, RESET)) {
                if (one.values.containsKey(end)) {
                  resets.put(
                      number,
                      new Reset(one.isToServer(), one.number(end, 0), end.equals(HALF_CLOSE)));
                }
              }
              if (one.values.containsKey("late-millis")) {
                late.put(number, one.number("late-millis", 0) * NANOS_OF_MILLI);
              }
            });
    List<Partition> partitions = new ArrayList<>();
    for (Object each : list(values.get("partitions"))) {
      FaultPlan one = entry("partitions", each, "port", "from-millis", "until-millis");
      partitions.add(
          new Partition(
              one.count("port", 0),
              one.number("from-millis", 0) * NANOS_OF_MILLI,
              whole(one.place + "until-millis", one.values.get("until-millis"), 1)
                  * NANOS_OF_MILLI));
    }
    return new Plan(resets, late, partitions);
  }

  private static List<?> list(Object value) {
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("partitions is a list: [{from-millis: 1, until-millis: 2}]");
  }

  private FaultPlan below(String key, String... known) {
    return entry(key, values.get(key), known);
  }

  private static FaultPlan entry(String place, Object value, String... known) {
    return new FaultPlan(place + ".", map(place, value), known);
  }

  private static Map<?, ?> map(String place, Object value) {
    if (value == null) {
      return Map.of();
    }
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new IllegalArgumentException(place + ": " + value + " is no mapping {key: number}");
  }

  /** More than fits is as good as the most that does. */
  private int count(String key, int otherwise) {
    return (int) Math.min(Integer.MAX_VALUE, number(key, otherwise));
  }

  private long number(String key, long otherwise) {
    Object value = values.get(key);
    return value == null ? otherwise : whole(place + key, value, 0);
  }

  private static long whole(String place, Object value, int least) {
    boolean isWhole = value instanceof Integer || value instanceof Long;
    if (isWhole && ((Number) value).longValue() >= least) {
      return ((Number) value).longValue();
    }
    throw new IllegalArgumentException(
        "%s: %s is no whole number from %d".formatted(place, value, least));
  }

  private boolean isToServer() {
    Object to = values.containsKey("to") ? values.get("to") : SERVER;
    if (!SERVER.equals(to) && !"client".equals(to)) {
      throw new IllegalArgumentException(place + "to: " + to + " is neither server nor client");
    }
    return SERVER.equals(to);
  }
}
