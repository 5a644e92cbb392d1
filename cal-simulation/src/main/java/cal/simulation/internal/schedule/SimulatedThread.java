package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.VirtualThreads;
import java.util.concurrent.locks.LockSupport;

/** A thread of a run: a virtual thread, and the platform thread that it stands in for, if any. */
final class SimulatedThread {
  /** More than any honest loop takes between two waits; a second of real time. */
  private static final int MOST_SPINS = 1_000_000;

  final int number;
  final Thread virtual;

  /** Null for a virtual thread of the program's own. */
  final Thread platform;

  /** Null for none. */
  final Machine machine;

  /** Whether the program unparked the thread while it waited for the network. */
  boolean unparked;

  /** How long the thread stands still when it gives way, in nanoseconds. */
  long stall;

  /** The steps since the thread last waited. */
  int spins;

  /** Whether the thread stands still within a step, as where the system preempts its carrier. */
  boolean preempted;

  /** Of a thread with a scheduler of the program's own: the thread that runs its step now. */
  SimulatedThread host;

  /** Whether the thread is to be scheduled again when its step is over. */
  boolean again;

  SimulatedThread(int number, Thread virtual, Thread platform, Machine machine) {
    this.number = number;
    this.virtual = virtual;
    this.platform = platform;
    this.machine = machine;
  }

  /** After a step: whether the thread spins. */
  boolean spins() {
    spins = VirtualThreads.yielded(virtual) ? spins + 1 : 0;
    return spins == MOST_SPINS;
  }

  /** Whether the machine of the thread has crashed. */
  boolean isGone() {
    return machine != null && machine.isGone();
  }

  /** Whether a JVM waits for the end of the thread. */
  boolean isAwaited() {
    return platform != null && !platform.isDaemon();
  }

  /**
   * Waits on the network, which leaves the program's permit to park as it is.
   *
   * @param nanos the longest wait; negative for none
   */
  void await(Object blocker, long nanos) {
    unparked = VirtualThreads.takePermit(virtual);
    if (nanos < 0) {
      LockSupport.park(blocker);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
    if (unparked) {
      LockSupport.unpark(virtual);
    }
  }

  /** Ends a wait on the network. */
  void wake() {
    boolean permitted = unparked;
    LockSupport.unpark(virtual);
    unparked = permitted;
  }

  /** Returns the thread that the program knows. */
  Thread known() {
    return platform == null ? virtual : platform;
  }

  /** Identity hash codes are all the same in a run, so sets of threads would be slow. */
  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public String toString() {
    String name = known().getName();
    return name.isEmpty() ? "thread " + number : "thread " + number + " (" + name + ")";
  }
}
