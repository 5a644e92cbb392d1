package cal.bench.micro;

/** Counts: plain methods that an aspect makes critical regions, and their hand-written twins. */
class CountedCalls {
  private static long allCount;
  private final Object lock = new Object();
  private long count;

  /** The guard of {@link #countNamed}, where an aspect names it. */
  Object lock() {
    return lock;
  }

  /** A region of its object. */
  long count() {
    return ++count;
  }

  /** The twin of {@link #count}. */
  synchronized long countSynchronized() {
    return ++count;
  }

  /** A region of its class. */
  static long countAll() {
    return ++allCount;
  }

  /** The twin of {@link #countAll}. */
  static synchronized long countAllSynchronized() {
    return ++allCount;
  }

  /** A region of a field of its object. */
  long countNamed() {
    return ++count;
  }

  /** The twin of {@link #countNamed}. */
  long countNamedSynchronized() {
    synchronized (lock) {
      return ++count;
    }
  }
}
