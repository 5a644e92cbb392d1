package cal.core.internal.settings;

import java.util.Locale;

/** A measure of a process's adaptive stages in a second, by its name in rules. */
public enum Measure {
  /** Activities in flight, on average, acceptors included. */
  CONNECTIONS,
  /** The part of these without a running step or a wait for a worker. */
  IDLE,
  /** Activities that wait for a worker, on average. */
  QUEUED,
  /** Activities in the midst of a step whose threads neither park nor wait for a lock. */
  ACTIVE,
  /** The part of these with threads in calls on files. */
  BLOCKING,
  /** Ended steps. */
  STEPS,
  /** CPU time of the process, in parts of all cores' time. */
  CPU,
  /** CPU time of the process in milliseconds, for each step. */
  CPU_MS_A_STEP,
  /** Cores for the process. */
  CORES;

  /** The word in rules. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
