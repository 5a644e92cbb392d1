package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.VirtualThreads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The threads that wait for monitors, and the only platform thread that comes from outside: the
 * JDK's unblocker (JEP 491). The rewritten unblocker hands a thread over before it takes the thread
 * off its list; so an empty list tells that all came.
 */
final class Unblocker {
  private final Set<SimulatedThread> waiting = new LinkedHashSet<>();
  private final Queue<Thread> come = new ConcurrentLinkedQueue<>();

  /** A thread waits for a monitor, or in one. */
  void add(SimulatedThread thread) {
    waiting.add(thread);
  }

  void remove(SimulatedThread thread) {
    waiting.remove(thread);
  }

  /** Hands a thread over; for the unblocker. */
  void handOver(Thread virtual) {
    come.add(virtual);
  }

  /** Waits until each thread whose monitor was left has been handed over; returns these. */
  List<SimulatedThread> settle(ThreadTable threads) {
    for (SimulatedThread thread : waiting) {
      while (VirtualThreads.underWay(thread.virtual)) {
        Thread.yield();
      }
    }
    if (come.isEmpty()) {
      return List.of();
    }
    List<SimulatedThread> all = new ArrayList<>();
    for (Thread next = come.poll(); next != null; next = come.poll()) {
      SimulatedThread thread = threads.of(next);
      if (thread != null) { // else a thread of an earlier run
        all.add(thread);
      }
    }
    all.sort(Comparator.comparingInt(thread -> thread.number));
    return all;
  }
}
