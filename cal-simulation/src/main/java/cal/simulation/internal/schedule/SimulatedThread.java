package cal.simulation.internal.schedule;

/** A thread of a run: a virtual thread, and the platform thread that it stands in for, if any. */
final class SimulatedThread {
  final int number;
  final Thread virtual;

  /** Null for a virtual thread of the program's own. */
  final Thread platform;

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

  SimulatedThread(int number, Thread virtual, Thread platform) {
    this.number = number;
    this.virtual = virtual;
    this.platform = platform;
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
