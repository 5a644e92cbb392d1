package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads with a scheduler of the program's own, as event loops have it. A thread that may run is
 * given to its scheduler; the thread that runs the given task, its host, waits until the step is
 * over. Where the strategy preempts a thread within a step, the host waits as well, as a carrier
 * does. Used by the threads of one run.
 */
final class LoopHosts {
  private final Simulation run;

  LoopHosts(Simulation run) {
    this.run = run;
  }

  /** A thread may run; by its scheduler never on the carrier, where nothing may wait. */
  void arrive(SimulatedThread thread) {
    Executor scheduler = VirtualThreads.ownScheduler(thread.virtual);
    if (scheduler == null) {
      run.runNext(thread);
    } else if (thread.host != null) {
      thread.again = true; // by its host, after the step
    } else if (Thread.currentThread().isVirtual()) {
      give(thread, scheduler);
    } else {
      run.as(thread.machine, () -> VirtualThreads.unstarted(() -> give(thread, scheduler)).start());
    }
  }

  private void give(SimulatedThread thread, Executor scheduler) {
    scheduler.execute(() -> step(thread, scheduler));
  }

  /** Runs a step; called by the program's scheduler. */
  private void step(SimulatedThread thread, Executor scheduler) {
    SimulatedThread host = run.threads().of(Thread.currentThread());
    if (host == null) {
      return; // a thread of an earlier run
    }
    thread.host = host;
    run.runNext(thread);
    boolean interrupted = false;
    while (thread.host == host) {
      LockSupport.park(thread.virtual);
      interrupted |= Thread.interrupted();
    }
    LockSupport.unpark(host.virtual); // perhaps there was another permit
    if (interrupted) {
      host.virtual.interrupt();
    }
    if (thread.again) {
      thread.again = false;
      give(thread, scheduler);
    }
  }

  /** Returns the thread that the program would call the carrier; null if there is none. */
  static Thread carrierOf(SimulatedThread thread) {
    return thread == null || thread.host == null ? null : thread.host.known();
  }

  /** After a step of a thread, on the carrier. */
  static void stepped(SimulatedThread thread) {
    SimulatedThread host = thread.host;
    if (host != null && !thread.preempted) {
      thread.host = null;
      LockSupport.unpark(host.virtual);
    }
  }
}
