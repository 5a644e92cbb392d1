package cal.core.spi;

/**
 * How critical regions exclude each other, and how threads wait inside them for a condition (CAL
 * paper, section 3.5). Found by {@link java.util.ServiceLoader}; each guard has one policy.
 *
 * <p>Every method is for any thread, platform or virtual, and takes the guard by its identity. A
 * region is re-entrant. Implementations keep nothing alive: a guard that nobody else knows, and no
 * thread is inside of, can be collected.
 *
 * <p>A method that throws an error has done nothing that matters to other threads: a thread that
 * could not enter is outside, and the guard goes on serving the others. CAL makes sure of some
 * kilobytes of stack before it calls any, so a {@link StackOverflowError} need not be thought of.
 * To leave must not need memory.
 */
public interface SynchronizationPolicy {
  /** The JVM's own monitors: built in, and no service, since advice enters and leaves them. */
  String MONITOR = "monitor";

  /**
   * The word that chooses this policy.
   *
   * @return a lower-case word, {@code monitor} or {@code csp} for example
   */
  String name();

  /**
   * Enters the region of a guard; waits, without regard to interrupts, until no other thread is
   * inside.
   *
   * @param guard what threads exclude each other on
   */
  void enter(Object guard);

  /**
   * Leaves the region that the calling thread entered last.
   *
   * @param guard what was entered
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void exit(Object guard);

  /**
   * Leaves the region, as often as it was entered, waits for a signal, and enters it again, as
   * {@link Object#wait(long, int)} does; it may as well return without a signal.
   *
   * @param guard the guard of the region
   * @param nanos how long to wait at most; 0 for no limit
   * @throws InterruptedException if the calling thread was interrupted; it is inside again
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void await(Object guard, long nanos) throws InterruptedException;

  /**
   * Wakes up one thread that waits, if any does, as {@link Object#notify()}.
   *
   * @param guard the guard of the region
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void signal(Object guard);

  /**
   * Wakes up all threads that wait, as {@link Object#notifyAll()}.
   *
   * @param guard the guard of the region
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  void signalAll(Object guard);

  /**
   * Whether a thread that is in {@link #await} still waits for a signal, or only to enter again,
   * since it was signalled, interrupted, or its time is over. Asked by other threads, for people; a
   * momentary view.
   *
   * @param guard the guard that it waits on
   * @param thread the waiting thread
   * @return true where the policy does not know
   */
  default boolean awaitsSignal(Object guard, Thread thread) {
    return true;
  }
}
