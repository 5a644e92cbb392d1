package cal.core.internal.engine;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.region.Blockages;
import cal.core.internal.stage.OpenStage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A circle of threads, each of which waits for the next one: for a guard that it holds, for a call
 * that it runs, or for a place in a stage all of whose activities wait, its own among them.
 *
 * @param waits each thread by its number, with what it waits for; the smallest number first
 */
record Deadlock(List<Link> waits) {
  /**
   * A thread that waits for another.
   *
   * @param thread its number
   * @param what what it waits for, up to the name of the other thread
   */
  record Link(long thread, String what) {}

  /** A thread that goes on as soon as one of the others does. */
  private record Wait(String what, Set<Long> others) {}

  /**
   * Looks for circles.
   *
   * @param guards which guards threads wait for
   * @param places which threads wait for a place in a stage
   * @return each once
   */
  static Set<Deadlock> all(
      Blockages guards, Map<Thread, ActivityStage> places, List<OpenStage> stages) {
    Map<Long, Wait> waits = new TreeMap<>();
    guards.forEachBlocked(
        (thread, guard, holder) -> put(waits, thread, guard + ", held by ", Set.of(holder)));
    for (OpenStage stage : stages) {
      stage.forEachInFlight(
          (worker, activity) -> {
            Thread caller = activity.waitingThread();
            if (caller != null && (worker == null || worker.thread() != caller)) {
              put(
                  waits,
                  caller.threadId(),
                  "its call in stage=" + stage.name() + ", behind ",
                  worker == null ? keepers(stage) : Set.of(worker.thread().threadId()));
            }
          });
    }
    places.forEach(
        (thread, stage) ->
            put(
                waits,
                thread.threadId(),
                "a place in stage=" + stage.name() + ", one of which is kept by ",
                keepers(stage)));
    while (waits.values().removeIf(wait -> !waits.keySet().containsAll(wait.others()))) {
      // A thread that waits for one that goes on will go on.
    }
    Set<Deadlock> circles = new LinkedHashSet<>();
    waits.keySet().forEach(thread -> circles.add(circle(waits, thread)));
    return circles;
  }

  /** The threads that keep the places of a stage; none if there are others, which may go on. */
  private static Set<Long> keepers(ActivityStage stage) {
    Set<Long> threads = new TreeSet<>();
    stage.attached().forEachRunning((worker, activity) -> threads.add(worker.thread().threadId()));
    return threads.size() < stage.numbers().status().active() ? Set.of() : threads;
  }

  private static void put(Map<Long, Wait> waits, long thread, String what, Set<Long> others) {
    if (!others.isEmpty()) {
      waits.put(thread, new Wait(what, others));
    }
  }

  /** The circle into which the way from a thread leads; there is one, since none of them ends. */
  private static Deadlock circle(Map<Long, Wait> waits, long start) {
    Set<Long> seen = new LinkedHashSet<>();
    long thread = start;
    while (seen.add(thread)) {
      thread = waits.get(thread).others().iterator().next();
    }
    List<Long> threads = new ArrayList<>(seen);
    threads = threads.subList(threads.indexOf(thread), threads.size());
    Collections.rotate(threads, -threads.indexOf(Collections.min(threads)));
    return new Deadlock(threads.stream().map(one -> new Link(one, waits.get(one).what())).toList());
  }

  /**
   * The circle in one line.
   *
   * @param guards knows the names of threads
   * @param stages know the activities of threads
   */
  String describe(Blockages guards, List<OpenStage> stages) {
    Map<Long, String> names = new HashMap<>();
    Map<Long, String> activities = new HashMap<>();
    for (OpenStage stage : stages) {
      stage
          .attached()
          .forEachRunning(
              (worker, activity) -> {
                names.put(worker.thread().threadId(), worker.thread().getName());
                activities.put(worker.thread().threadId(), activity + " on ");
              });
    }
    StringBuilder text = new StringBuilder("threads wait for each other, for good");
    for (int i = 0; i < waits.size(); i++) {
      Link link = waits.get(i);
      long next = waits.get((i + 1) % waits.size()).thread();
      text.append(i == 0 ? ": " : "; ")
          .append(activities.getOrDefault(link.thread(), ""))
          .append(names.getOrDefault(link.thread(), guards.name(link.thread())))
          .append(", waits for ")
          .append(link.what())
          .append(names.getOrDefault(next, guards.name(next)));
    }
    return text.toString();
  }
}
