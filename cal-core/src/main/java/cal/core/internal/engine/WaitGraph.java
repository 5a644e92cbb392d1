package cal.core.internal.engine;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.region.Blockages;
import cal.core.internal.report.Hangs;
import cal.core.internal.stage.OpenStage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Which thread waits for which, at a moment: for a guard or a lock that another holds, for a call
 * that another runs, or for a place in a stage all of whose activities wait. For a single thread.
 */
final class WaitGraph {
  /**
   * A thread that goes on as soon as one of the others does.
   *
   * @param held by the others, which have to leave; places and calls need any activity's end
   */
  private record Wait(String what, Set<Long> others, boolean held) {}

  private final Blockages guards;
  private final Map<Long, Wait> waits = new TreeMap<>();
  private final Map<Long, Thread> threads = new HashMap<>();
  private final Map<Long, StagedActivity> activities = new HashMap<>();

  /** Of the stages with waiting callers. */
  private final Map<ActivityStage, Set<Long>> keepers = new HashMap<>();

  private WaitGraph(Blockages guards) {
    this.guards = guards;
  }

  /**
   * Looks at all waits.
   *
   * @param guards which guards threads wait for
   * @param places which threads wait for a place in a stage
   * @param standing which threads wait at all
   */
  static WaitGraph of(
      Blockages guards,
      Map<Thread, ActivityStage> places,
      List<OpenStage> stages,
      Collection<Standing> standing) {
    WaitGraph graph = new WaitGraph(guards);
    guards.forEachBlocked(
        (thread, guard, holders) -> graph.put(thread, guard + ", held by ", holders, true));
    standing.forEach(graph::addLock);
    stages.forEach(graph::addCalls);
    places.forEach(graph::addPlace);
    return graph;
  }

  private void addLock(Standing one) {
    threads.put(one.thread().threadId(), one.thread());
    one.owner()
        .filter(Thread::isAlive)
        .filter(owner -> owner != one.thread() && one.stillStands()) // it may have got the lock
        .ifPresent(
            owner -> {
              threads.put(owner.threadId(), owner);
              // The lock may be that of a policy, whose guard has the name for people.
              waits.putIfAbsent(
                  one.thread().threadId(),
                  new Wait(one.object() + ", held by ", Set.of(owner.threadId()), true));
            });
  }

  private void addCalls(OpenStage stage) {
    stage.forEachInFlight(
        (worker, activity) -> {
          if (worker != null) {
            threads.put(worker.thread().threadId(), worker.thread());
            activities.put(worker.thread().threadId(), activity);
          }
          Thread caller = activity.waitingThread();
          if (caller != null && (worker == null || worker.thread() != caller)) {
            threads.put(caller.threadId(), caller);
            put(
                caller.threadId(),
                "its call in stage=" + stage.name() + ", behind ",
                worker == null ? keepersOf(stage) : Set.of(worker.thread().threadId()),
                worker != null);
          }
        });
  }

  private void addPlace(Thread thread, ActivityStage stage) {
    threads.put(thread.threadId(), thread);
    put(
        thread.threadId(),
        "a place in stage=" + stage.name() + ", one of which is kept by ",
        keepersOf(stage),
        false);
  }

  /** Looked for once a stage: any number of threads may wait for its places. */
  private Set<Long> keepersOf(ActivityStage stage) {
    return keepers.computeIfAbsent(stage, WaitGraph::keepers);
  }

  /** The threads that keep the places of a stage; none if there are others, which may go on. */
  private static Set<Long> keepers(ActivityStage stage) {
    Set<Long> threads = new TreeSet<>();
    stage.attached().forEachRunning((worker, activity) -> threads.add(worker.thread().threadId()));
    return threads.size() < stage.numbers().status().active() ? Set.of() : threads;
  }

  private void put(long thread, String what, Set<Long> others, boolean held) {
    if (!others.isEmpty()) {
      waits.put(thread, new Wait(what, others, held));
    }
  }

  /** Each circle once: no thread of these goes on. */
  Set<Deadlock> circles() {
    Map<Long, Wait> closed = new TreeMap<>(waits);
    while (closed.values().removeIf(wait -> !closed.keySet().containsAll(wait.others()))) {
      // A thread that waits for one that goes on will go on.
    }
    Set<Deadlock> circles = new LinkedHashSet<>();
    closed.keySet().forEach(thread -> circles.add(circle(closed, thread)));
    return circles;
  }

  /** The circle into which the way from a thread leads; there is one, since none of them ends. */
  private static Deadlock circle(Map<Long, Wait> closed, long start) {
    Set<Long> seen = new LinkedHashSet<>();
    long thread = start;
    while (seen.add(thread)) {
      thread = closed.get(thread).others().iterator().next();
    }
    List<Long> all = new ArrayList<>(seen);
    List<Long> threads = all.subList(all.indexOf(thread), all.size());
    return Deadlock.of(
        threads.stream().map(one -> new Deadlock.Link(one, closed.get(one).what())).toList());
  }

  /**
   * The threads on the way from one, with this, up to one that waits for none or is there; empty
   * where the way leads to several, any of which may go on.
   *
   * @param stands tells of a thread without a known wait that it goes on no more
   */
  List<Long> way(long start, LongPredicate stands) {
    Set<Long> seen = new LinkedHashSet<>();
    long thread = start;
    while (seen.add(thread) && !waitsForNone(thread)) {
      Wait wait = waits.get(thread);
      boolean ofOne = wait.held() && wait.others().size() == 1;
      if (!ofOne && !wait.others().stream().allMatch(it -> hasWait(it) || stands.test(it))) {
        return List.of();
      }
      thread = wait.others().iterator().next();
    }
    return List.copyOf(seen);
  }

  private boolean hasWait(long thread) {
    return waits.containsKey(thread);
  }

  /** Whether a thread waits for no known thread. */
  boolean waitsForNone(long thread) {
    return !hasWait(thread);
  }

  /** The circle in one line. */
  String describe(Deadlock circle) {
    StringBuilder text = new StringBuilder("threads wait for each other, for good");
    String between = ": ";
    for (Deadlock.Link link : circle.waits()) {
      text.append(between).append(describe(link.thread()));
      between = "; ";
    }
    return text.toString();
  }

  /** A thread, with the wait for another. */
  String describe(long thread) {
    Wait wait = waits.get(thread);
    return who(thread) + ", waits for " + wait.what() + name(wait.others().iterator().next());
  }

  /** The activity of a thread, if any, and its name. */
  String who(long thread) {
    StagedActivity activity = activities.get(thread);
    return (activity == null ? "" : activity + " on ") + name(thread);
  }

  StagedActivity activity(long thread) {
    return activities.get(thread);
  }

  private String name(long thread) {
    Thread known = threads.get(thread);
    return known == null || known.getName().isEmpty() ? guards.name(thread) : known.getName();
  }

  /** The guard whose signal a thread awaits; empty for none. */
  String signal(Thread thread) {
    return guards.describe(thread);
  }

  /** The stacks of some threads. */
  String stacks(Collection<Long> some) {
    StringBuilder text = new StringBuilder();
    for (long one : some) {
      Thread known = threads.get(one);
      text.append(known == null ? Hangs.stack(name(one), guards.stack(one)) : Hangs.stack(known));
    }
    return text.toString();
  }

  /** Whether a thread waits, for whatever. */
  boolean isWaiting(long thread) {
    Thread known = threads.get(thread);
    String state = known == null ? guards.state(thread) : known.getState().name();
    return state.equals("WAITING") || state.equals("BLOCKED");
  }
}
