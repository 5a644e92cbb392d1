package cal.simulation.internal.schedule;

import cal.simulation.seam.Refusal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads of a run, by their virtual thread, and by the platform thread that a virtual thread
 * stands in for. Not thread-safe.
 */
public final class ThreadTable {
  /** Above all threads of the process, and the same in each run. */
  private static final long FIRST_ID = 1_000_000;

  private final Map<Thread, SimulatedThread> threads = new HashMap<>();

  /** By their thread ids: identity hash codes are all the same. */
  private final Map<Long, SimulatedThread> standIns = new HashMap<>();

  private int count;
  private long nextId = FIRST_ID;
  private int nextNumber;
  private boolean clientsOver;
  private Error error;

  ThreadTable() {}

  long nextId() {
    return nextId++;
  }

  int nextNumber() {
    return nextNumber++;
  }

  void add(Thread virtual, Thread platform, Machine machine) {
    SimulatedThread thread = new SimulatedThread(count++, virtual, platform, machine);
    threads.put(virtual, thread);
    if (platform != null) {
      standIns.put(platform.threadId(), thread);
    }
  }

  /** Forgets the threads of crashed machines; returns them. */
  List<SimulatedThread> removeGone() {
    List<SimulatedThread> gone = alive().stream().filter(SimulatedThread::isGone).toList();
    gone.forEach(this::ended);
    return gone;
  }

  void ended(SimulatedThread thread) {
    threads.remove(thread.virtual);
  }

  /** Returns the thread; null if ended, or of an earlier run. */
  SimulatedThread of(Thread virtual) {
    return threads.get(virtual);
  }

  /** Whether the program takes a thread for a platform thread: a stand-in, or the first. */
  public boolean isPlatform(Thread virtual) {
    SimulatedThread thread = of(virtual);
    return thread != null && (thread.platform != null || thread.number == 0);
  }

  /** Returns the thread in place of a platform thread, ended or not; null if there is none. */
  SimulatedThread standIn(Thread platform) {
    SimulatedThread thread = standIns.get(platform.threadId());
    return thread != null && thread.platform == platform ? thread : null; // else of another run
  }

  /** Has the calling thread wait on the network; without an end if the time is negative. */
  public void await(Object blocker, long nanos) {
    of(Thread.currentThread()).await(blocker, nanos);
  }

  /** A throwable ends a thread of a machine, or of none. */
  void uncaught(Throwable thrown, Machine machine) {
    boolean counts = !clientsOver || machine != null;
    if (counts && error == null && thrown instanceof Error one && !(one instanceof Refusal)) {
      error = one;
    }
  }

  /** Returns the first error that ended a thread; null if none did. */
  public Error error() {
    return error;
  }

  /** Errors of threads of no machine count no more. */
  public void endClients() {
    clientsOver = true;
  }

  /** Ends the wait of a thread on the network. */
  public void wake(Thread virtual) {
    SimulatedThread thread = of(virtual);
    if (thread != null) { // else of an earlier run
      thread.wake();
    }
  }

  /** Returns the same without a thread, all daemons, and the threads of machines. */
  List<SimulatedThread> left(SimulatedThread but) {
    return alive().stream()
        .filter(thread -> thread != but && thread.machine == null)
        .filter(thread -> thread.platform == null || !thread.platform.isDaemon())
        .toList();
  }

  /** Returns the threads that have not ended, by age. */
  List<SimulatedThread> alive() {
    return threads.values().stream()
        .sorted(Comparator.comparingInt(thread -> thread.number))
        .toList();
  }
}
