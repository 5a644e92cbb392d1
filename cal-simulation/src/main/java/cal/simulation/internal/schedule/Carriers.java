package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.VirtualThreads;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * The platform threads that carry a run, of which one is active: the first, and another for each
 * thread that waits in a class initializer or below a native frame, since such a thread keeps its
 * carrier. When its turn comes, its carrier becomes the active one.
 *
 * <pre>
 *           a thread waits pinned: another carrier
 *   active -----------------------------------------&gt; keeps the thread
 *     ^                                                      |
 *     '------------------- the thread's turn ----------------'  (the active one before ends)
 * </pre>
 */
final class Carriers {
  private final Simulation run;
  private final Thread main = Thread.currentThread();
  private final Map<SimulatedThread, Wait> waits =
      Collections.synchronizedMap(new LinkedHashMap<>());
  private volatile Thread active = main;
  private volatile boolean over;
  private Thread first;
  private Throwable failure;

  Carriers(Simulation run) {
    this.run = run;
  }

  /** A carrier beside the first. */
  static final class Carrier extends Thread {
    Carrier(Runnable loop) {
      super(loop, "cal-simulation-carrier");
      setDaemon(true);
    }
  }

  private static final class Wait {
    final Thread carrier;
    volatile boolean chosen;
    boolean ready;
    boolean timedOut;

    Wait(Thread carrier) {
      this.carrier = carrier;
    }
  }

  /** Carries a run until a thread ends. */
  void carry(Thread awaited) {
    first = awaited;
    loop();
    while (!over) {
      LockSupport.park(this);
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void loop() {
    Thread self = Thread.currentThread();
    try {
      while (active == self && !VirtualThreads.ended(first)) {
        run.step();
      }
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
    }
    if (active == self) {
      over = true;
      LockSupport.unpark(main);
    }
  }

  /**
   * The running thread waits without leaving its carrier; false for a thread of an earlier run.
   *
   * @param nanos the longest wait; negative for none
   */
  boolean await(Thread virtual, long nanos) {
    SimulatedThread thread = run.running();
    if (thread == null || thread.virtual != virtual) {
      return false;
    }
    if (!VirtualThreads.takePermit(virtual)) {
      await(thread, nanos);
    }
    return true;
  }

  private void await(SimulatedThread thread, long nanos) {
    Wait wait = new Wait(active);
    waits.put(thread, wait);
    Future<?> timer = nanos < 0 ? null : run.schedule(() -> wait.timedOut = true, nanos);
    Thread next = new Carrier(this::loop);
    active = next;
    next.start();
    while (!wait.chosen) {
      VirtualThreads.parkCarrier();
    }
    waits.remove(thread);
    if (timer != null) {
      timer.cancel(false);
    }
    boolean unused = VirtualThreads.takePermit(thread.virtual);
  }

  /** Has threads made ready whose pinned wait is over. */
  void settle() {
    for (Map.Entry<SimulatedThread, Wait> one : waits.entrySet()) {
      Wait wait = one.getValue();
      Thread virtual = one.getKey().virtual;
      if (!wait.ready
          && (wait.timedOut || VirtualThreads.hasPermit(virtual) || virtual.isInterrupted())) {
        wait.ready = true;
        run.runNext(one.getKey());
      }
    }
  }

  /** Returns the threads that keep their carriers. From any thread. */
  List<SimulatedThread> pinned() {
    synchronized (waits) {
      return List.copyOf(waits.keySet());
    }
  }

  /** Gives the turn to the carrier that a thread keeps; false if it keeps none. */
  boolean passTo(SimulatedThread thread) {
    Wait wait = waits.get(thread);
    if (wait != null) {
      active = wait.carrier;
      wait.chosen = true;
      LockSupport.unpark(wait.carrier);
    }
    return wait != null;
  }
}
