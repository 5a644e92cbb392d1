package cal.core.internal.engine;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.Waits;
import cal.core.internal.region.Blockages;
import cal.core.internal.region.RegionStack;
import cal.core.internal.report.Hangs;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.CalThread;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Names, once each, activities that wait for each other for good, and activities that wait for
 * nobody. Such a wait could not be refused beforehand, since the server's own order of guards has
 * closed the circle, or its own signal is lost.
 *
 * <p>{@link #look} is for one thread, once a second: it reads the states of threads. Only where one
 * {@linkplain Standing stands}, all threads are dumped, on a thread apart and for 1% of a core at
 * most. A circle that two dumps in a row show is a deadlock.
 */
final class Deadlocks {
  /** The part of a core for searches, and the most that is saved up for one. */
  private static final int PART = 100;

  private static final long MOST_SAVED = 1_000_000_000L;

  /** Looks are a second apart, in a process that runs. */
  private static final long PAUSED_NANOS = 4_000_000_000L;

  /** So often a thread that stands still is looked at before all are dumped. */
  private static final int SAMPLES = 20;

  private static final long SAMPLE_NANOS = 5_000_000L;

  /** So many stacks are read by one search. */
  private static final int MOST = 100;

  /** So many of the threads behind another are named. */
  private static final int FEW = 3;

  private final Supplier<List<OpenStage>> stages;
  private final Initialisers initialisers;
  private final Waits<ActivityStage> waits;
  private final Hangs hangs;

  /** Threads that waited at the last look. */
  private IdentityHashMap<Thread, Standing> standing = new IdentityHashMap<>();

  private final AtomicBoolean searching = new AtomicBoolean();

  /** Nanoseconds of a core that searches may take now. */
  private final AtomicLong saved = new AtomicLong(MOST_SAVED);

  private long lookedAt = System.nanoTime();

  /** The next fields are those of the thread that searches. */
  private final Set<Deadlock> named = new HashSet<>();

  private final Set<Long> hung = new HashSet<>();

  Deadlocks(Supplier<List<OpenStage>> stages, Waits<ActivityStage> waits, Hangs hangs) {
    this.stages = stages;
    this.initialisers = new Initialisers(stages, hangs);
    this.waits = waits;
    this.hangs = hangs;
  }

  /** Looks for threads that wait now. Never throws. */
  void look() {
    try {
      initialisers.look();
      long now = System.nanoTime();
      if (now - lookedAt > PAUSED_NANOS) {
        standing = new IdentityHashMap<>(); // a paused process waits for nobody
      }
      long more = (now - lookedAt) / PART;
      lookedAt = now;
      saved.updateAndGet(some -> Math.min(MOST_SAVED, some + more));
      standing = standingNow(now);
      List<Standing> late =
          standing.values().stream().filter(one -> one.isDue(now)).limit(MOST).toList();
      if (!late.isEmpty() && saved.get() > 0 && searching.compareAndSet(false, true)) {
        search(late, List.copyOf(standing.values()));
      }
    } catch (Throwable unknowable) {
      Log.log(Level.DEBUG, "deadlocks cannot be looked for", unknowable);
    }
  }

  private IdentityHashMap<Thread, Standing> standingNow(long now) {
    IdentityHashMap<Thread, Standing> found = new IdentityHashMap<>();
    Set<Thread> callers = Collections.newSetFromMap(new IdentityHashMap<>());
    for (OpenStage stage : stages.get()) {
      stage
          .attached()
          .forEachRunning(
              (worker, activity) -> {
                Thread caller = activity.waitingThread();
                if (caller != null && caller != worker.thread()) {
                  callers.add(caller);
                }
                put(found, Standing.of(worker, activity, now));
              });
    }
    RegionStack.forEach(
        view -> {
          if (!found.containsKey(view.thread()) && view.pending() != null && !view.awaits()) {
            put(found, Standing.of(view, now));
          }
        });
    found.keySet().removeAll(callers); // each waits for its call alone
    return found;
  }

  private void put(IdentityHashMap<Thread, Standing> found, Standing one) {
    if (one != null) {
      found.put(one.thread(), one.orSame(standing.get(one.thread())));
    }
  }

  private void search(List<Standing> late, List<Standing> all) {
    try {
      CalThread.ofTask("cal-deadlocks", () -> searchAmong(late, all)).start();
    } catch (Throwable none) {
      searching.set(false);
      throw none;
    }
  }

  /** On a thread of its own, whose CPU time is the cost. */
  private void searchAmong(List<Standing> late, List<Standing> all) {
    try {
      List<Standing> still = new ArrayList<>(late);
      if (stand(still)) {
        Set<Deadlock> suspected = graph(still, all).circles();
        if (stand(still)) {
          WaitGraph graph = graph(still, all);
          nameCircles(graph, suspected, still);
          nameEnds(graph, still);
        }
      }
    } finally {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      if (threads.isCurrentThreadCpuTimeSupported()) {
        saved.addAndGet(-threads.getCurrentThreadCpuTime());
      }
      searching.set(false);
    }
  }

  /** Whether any still stands: where many want one guard, each moves on at times. */
  private static boolean stand(List<Standing> threads) {
    for (int i = 0; i < SAMPLES && !threads.isEmpty(); i++) {
      LockSupport.parkNanos(SAMPLE_NANOS);
      threads.removeIf(one -> !one.stillStands());
    }
    return !threads.isEmpty();
  }

  private WaitGraph graph(List<Standing> late, Collection<Standing> all) {
    Blockages guards = Blockages.of(late.stream().map(Standing::thread).toList());
    return WaitGraph.of(guards, waits.waiting(), stages.get(), all);
  }

  private void nameCircles(WaitGraph graph, Set<Deadlock> suspected, List<Standing> late) {
    for (Deadlock circle : graph.circles()) {
      if (suspected.contains(circle) && named.add(circle)) {
        List<Standing> inside = inside(circle.threads(), late);
        hung.addAll(circle.threads());
        hangs.tell(
            Level.ERROR,
            circle,
            graph.describe(circle),
            graph.stacks(circle.threads()),
            since(inside),
            () -> !inside.isEmpty() && inside.stream().allMatch(Standing::stillStands));
      }
    }
  }

  private static List<Standing> inside(List<Long> threads, List<Standing> late) {
    return late.stream().filter(one -> threads.contains(one.thread().threadId())).toList();
  }

  private static long since(List<Standing> some) {
    return some.stream().mapToLong(Standing::since).min().orElseGet(System::nanoTime);
  }

  /** Names the threads that others wait for, or nobody, and that wait for no other themselves. */
  private void nameEnds(WaitGraph graph, List<Standing> late) {
    Map<Long, List<Standing>> behind = new LinkedHashMap<>();
    for (Standing one : late) {
      List<Long> way = graph.way(one.thread().threadId(), other -> stands(other, late));
      if (way.isEmpty()) {
        continue;
      }
      if (graph.waitsForNone(way.getLast())) {
        behind.computeIfAbsent(way.getLast(), key -> new ArrayList<>()).add(one);
      } else if (!Collections.disjoint(way, hung)) {
        one.settle();
      }
    }
    behind.forEach((end, ways) -> nameEnd(graph, end, ways));
  }

  /** Whether a thread goes on no more, as far as is known. */
  private static boolean stands(long thread, List<Standing> late) {
    return late.stream().anyMatch(one -> one.thread().threadId() == thread && !one.awaitsSystem());
  }

  private void nameEnd(WaitGraph graph, long end, List<Standing> ways) {
    Standing last =
        ways.stream().filter(one -> one.thread().threadId() == end).findFirst().orElse(null);
    List<Standing> others = ways.stream().filter(one -> one != last).limit(FEW).toList();
    if (last == null && !graph.isWaiting(end)) {
      return; // it goes on, and the others after it
    }
    ways.forEach(Standing::settle);
    if (others.isEmpty() && (last.mayBeIdle() || last.awaitsSystem())) {
      return;
    }
    StringBuilder text = new StringBuilder(graph.who(end));
    text.append(last == null ? ", keeps others waiting" : waits(graph, last));
    String between = ", and behind: ";
    List<Long> threads = new ArrayList<>(List.of(end));
    for (Standing one : others) {
      text.append(between).append(graph.describe(one.thread().threadId()));
      threads.add(one.thread().threadId());
      between = "; ";
    }
    Standing first = last == null ? others.getFirst() : last;
    hangs.tell(
        others.isEmpty() ? Level.INFO : Level.WARNING, // alone, it may wait for work
        place(graph, first),
        text.toString(),
        graph.stacks(threads),
        first.since(),
        first::stillStands);
  }

  private static String waits(WaitGraph graph, Standing last) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - last.since());
    String guard = graph.signal(last.thread());
    return (guard.isEmpty() ? ", waits for " + last.what() : guard + ", and nobody holds it")
        + ", since "
        + seconds
        + " s";
  }

  private static List<String> place(WaitGraph graph, Standing one) {
    StagedActivity activity = graph.activity(one.thread().threadId());
    return List.of(
        activity == null ? "" : activity.stage().name(), Hangs.place(one.thread().getStackTrace()));
  }
}
