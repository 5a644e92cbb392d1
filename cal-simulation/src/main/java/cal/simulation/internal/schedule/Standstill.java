package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.Waits;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells which thread waits for which, where none can go on. Stateless. */
final class Standstill {
  private Standstill() {}

  /** Returns a line for each thread, and its stack. */
  static String of(Collection<SimulatedThread> threads) {
    Map<SimulatedThread, Waits> waits = new LinkedHashMap<>();
    threads.forEach(thread -> waits.put(thread, Waits.of(thread.virtual)));
    StringBuilder text = new StringBuilder();
    waits.forEach(
        (thread, wait) -> {
          text.append("\n  ").append(thread).append(": ").append(told(wait, waits));
          for (String frame : Stacks.of(thread.virtual.getStackTrace())) {
            text.append("\n      at ").append(frame);
          }
        });
    return text.toString();
  }

  private static String told(Waits wait, Map<SimulatedThread, Waits> all) {
    String object = wait.blocker() == null ? "" : " " + name(wait.blocker());
    return switch (wait.kind()) {
      case MONITOR -> "waits for the monitor of" + object + holder(all, wait.blocker());
      case TURN -> "can go on";
      case NOTIFY -> "waits for notify" + (object.isEmpty() ? "" : " of" + object);
      case PARK ->
          wait.owner() == null
              ? "is parked" + (object.isEmpty() ? "" : " at" + object)
              : "waits for the lock" + object + owner(all.keySet(), wait.owner());
    };
  }

  private static String holder(Map<SimulatedThread, Waits> all, Object monitor) {
    List<SimulatedThread> holders =
        all.entrySet().stream()
            .filter(one -> monitor != null && one.getValue().holds(monitor))
            .map(Map.Entry::getKey)
            .toList();
    return holders.isEmpty() ? "" : ", held by " + holders.getFirst();
  }

  private static String owner(Collection<SimulatedThread> threads, Thread owner) {
    return threads.stream()
        .filter(one -> one.virtual == owner)
        .findFirst()
        .map(one -> ", held by " + one)
        .orElse(", held by " + owner.getName() + ", which has ended");
  }

  private static String name(Object object) {
    return object.getClass().getName();
  }
}
