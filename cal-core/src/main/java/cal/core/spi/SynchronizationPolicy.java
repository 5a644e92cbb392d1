package cal.core.spi;

/**
 * The exclusion of critical regions, and the waits of threads inside for a condition (CAL paper,
 * section 3.5). Found by {@link java.util.ServiceLoader}; each guard has a single policy.
 *
 * <p>Every method is for any thread, platform or virtual, and takes the guard by identity. A region
 * is re-entrant. Implementations keep nothing alive: an unused guard can be collected.
 *
 * <p>After an error nothing has changed for other threads: a thread that could not enter is
 * outside, and the guard goes on serving the others. CAL makes sure of some kilobytes of stack
 * before each call, so a {@link StackOverflowError} need not be thought of. A leave must not need
 * memory.
 */
public interface SynchronizationPolicy {
  /** The JVM's own monitors: built in, and no service, since advice enters and leaves monitors. */
  String MONITOR = "monitor";

  /**
   * The word for this policy in settings.
   *
   * @return a lower-case word, {@code monitor} or {@code csp} for example
   */
  String name();

  /**
   * Enters the region of a guard; waits, without regard to interrupts, until no other thread is
   * inside.
   *
   * @param guard of the region
   */
  void enter(Object guard);

  /**
   * Leaves the last region entered by the calling thread.
   *
   * @param guard of the region
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void exit(Object guard);

  /**
   * Leaves the region, as often as entered, waits for a signal, and enters again, as {@link
   * Object#wait(long, int)} does; a return without a signal is allowed.
   *
   * @param guard the guard of the region
   * @param nanos the longest wait; 0 for no limit
   * @throws InterruptedException if the calling thread was interrupted; the thread is inside again
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void await(Object guard, long nanos) throws InterruptedException;

  /**
   * Wakes up a waiting thread, if any, as {@link Object#notify()}.
   *
   * @param guard the guard of the region
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void signal(Object guard);

  /**
   * Wakes up all waiting threads, as {@link Object#notifyAll()}.
   *
   * @param guard the guard of the region
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void signalAll(Object guard);

  /**
   * The same policy for one guard, kept by CAL from an entry to its leave: neither the leave nor a
   * wait then looks for the guard.
   *
   * @param guard the guard of all calls of the result
   * @return this policy, unless a policy has an object for each guard
   */
  default SynchronizationPolicy forGuard(Object guard) {
    return this;
  }

  /**
   * Enters a region whose method only reads. Policies may let such threads in together, and a
   * thread that is inside already as well.
   *
   * @param guard of the region
   * @throws IllegalStateException from {@link #enter} of a thread inside by this method alone, if
   *     the thread would wait for itself
   */
  default void enterShared(Object guard) {
    enter(guard);
  }

  /**
   * Leaves the last region entered by {@link #enterShared}.
   *
   * @param guard of the region
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  default void exitShared(Object guard) {
    exit(guard);
  }

  /**
   * Looks before a region that only reads, without side effects: such a region may run without an
   * entry, and counts if {@link #isValid} then.
   *
   * @param guard of the region
   * @return 0 where the region has to be entered
   */
  default long glance(Object guard) {
    return 0;
  }

  /**
   * Whether nobody else was inside by {@link #enter} since a look.
   *
   * @param guard of the region
   * @param glanced the result of {@link #glance}, not 0
   * @return false where the region has to be entered, and run again
   */
  default boolean isValid(Object guard, long glanced) {
    return false;
  }

  /**
   * Whether a thread in {@link #await} still waits for a signal, or only to enter again, after a
   * signal, an interrupt, or its time. Asked by other threads, for people; a momentary view.
   *
   * @param guard of the wait
   * @param thread the waiting thread
   * @return true if unknown
   */
  default boolean awaitsSignal(Object guard, Thread thread) {
    return true;
  }
}
