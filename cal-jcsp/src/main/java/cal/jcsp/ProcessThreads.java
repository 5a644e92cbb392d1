package cal.jcsp;

/** The kind of threads of CSP processes: the setting {@code cal.jcsp.threads}. */
public enum ProcessThreads {
  /** A thread of the system for each process. */
  PLATFORM,

  /** A virtual thread for each process (JEP 444). */
  VIRTUAL
}
