package cal.core.internal.engine;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.admission.Waits;
import cal.core.internal.region.Blockages;
import cal.core.internal.region.RegionStack;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.CalThread;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Names, in the log and once each, activities that wait for each other for good. Such a wait could
 * not be refused beforehand, since the server's own order of guards has closed the circle.
 *
 * <p>{@link #look} is for one thread, once a second: it reads the states of threads. Only where one
 * has waited for a guard since the look before, all threads are dumped, on a thread apart and for
 * 5% of the time at most. A circle that two dumps in a row show is a deadlock.
 */
final class Deadlocks {
  private static final int PAUSES = 19;

  /** So often a thread that stands still is looked at before all are dumped. */
  private static final int SAMPLES = 20;

  private static final long SAMPLE_NANOS = 5_000_000L;

  private final Supplier<List<OpenStage>> stages;
  private final Initialisers initialisers;
  private final Waits<ActivityStage> waits;

  /** Threads that waited for a guard at the last look, each with its activity or that guard. */
  private IdentityHashMap<Thread, Object> blocked = new IdentityHashMap<>();

  private final AtomicBoolean searching = new AtomicBoolean();

  /** When threads may be dumped again; the next fields are those of the thread that searches. */
  private volatile long due = System.nanoTime();

  private Set<Deadlock> suspected = Set.of();
  private final Set<Deadlock> named = new HashSet<>();

  Deadlocks(Supplier<List<OpenStage>> stages, Waits<ActivityStage> waits) {
    this.stages = stages;
    this.initialisers = new Initialisers(stages);
    this.waits = waits;
  }

  /** Looks for threads that wait for a guard now. Never throws. */
  void look() {
    try {
      initialisers.look();
      IdentityHashMap<Thread, Object> before = blocked;
      blocked = blockedNow();
      boolean stall = false;
      for (Thread thread : blocked.keySet()) {
        stall |= blocked.get(thread).equals(before.get(thread));
      }
      if (stall && System.nanoTime() - due >= 0 && searching.compareAndSet(false, true)) {
        search();
      }
    } catch (Throwable unknowable) {
      Log.log(Level.DEBUG, "deadlocks cannot be looked for", unknowable);
    }
  }

  private IdentityHashMap<Thread, Object> blockedNow() {
    IdentityHashMap<Thread, Object> now = new IdentityHashMap<>();
    RegionStack.forEach(
        view -> {
          if (view.pending() != null && !view.awaits()) {
            now.put(view.thread(), view.pending());
          }
        });
    for (OpenStage stage : stages.get()) {
      stage
          .attached()
          .forEachRunning(
              (worker, activity) -> {
                if (worker.thread().getState() == Thread.State.BLOCKED) {
                  now.put(worker.thread(), activity);
                }
              });
    }
    return now;
  }

  private void search() {
    try {
      List<Thread> stalled = List.copyOf(blocked.keySet());
      CalThread.ofTask("cal-deadlocks", () -> searchAmong(stalled)).start();
    } catch (Throwable none) {
      searching.set(false);
      throw none;
    }
  }

  private void searchAmong(List<Thread> stalled) {
    try {
      if (stand(stalled)) {
        dump(stalled);
      }
    } finally {
      searching.set(false);
    }
  }

  /** Whether one of the threads stands still: where many want one guard, each moves on at times. */
  private static boolean stand(List<Thread> threads) {
    Set<Thread> still = Collections.newSetFromMap(new IdentityHashMap<>());
    still.addAll(threads);
    for (int i = 0; i < SAMPLES; i++) {
      LockSupport.parkNanos(SAMPLE_NANOS);
      still.removeIf(Deadlocks::moves);
    }
    return !still.isEmpty();
  }

  private static boolean moves(Thread thread) {
    Thread.State state = thread.getState();
    return state != Thread.State.BLOCKED && state != Thread.State.WAITING;
  }

  private void dump(List<Thread> stalled) {
    long start = System.nanoTime();
    try {
      Blockages guards = Blockages.of(stalled);
      Set<Deadlock> found = Deadlock.all(guards, waits.waiting(), stages.get());
      for (Deadlock deadlock : found) {
        if (suspected.contains(deadlock) && named.add(deadlock)) {
          Log.log(Level.ERROR, deadlock.describe(guards, stages.get()), null);
        }
      }
      suspected = found;
    } finally {
      long now = System.nanoTime();
      due = now + (now - start) * PAUSES;
    }
  }
}
