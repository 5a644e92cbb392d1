package cal.core.internal.settings;

import java.util.Locale;

/** A measure of what the adaptive stages of a process did in a second, as rules name it. */
public enum Measure {
  /** Activities in flight, on average, those of acceptors included. */
  CONNECTIONS,
  /** The part of them that neither runs nor waits for a worker. */
  IDLE,
  /** Activities that wait for a worker, on average. */
  QUEUED,
  /** Activities in the midst of a step whose threads neither park nor wait for a lock. */
  ACTIVE,
  /** The part of those whose threads are in calls on files. */
  BLOCKING,
  /** Steps that ended. */
  STEPS,
  /** CPU time of the process, in parts of that of all cores. */
  CPU,
  /** CPU time of the process in milliseconds, for each step. */
  CPU_MS_A_STEP,
  /** Cores that the process may use. */
  CORES;

  /** The word for it in rules. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
