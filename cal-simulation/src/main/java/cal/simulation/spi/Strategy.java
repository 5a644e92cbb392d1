package cal.simulation.spi;

/**
 * Chooses the order of threads. A strategy has a public constructor with a {@link Chance}, the only
 * source of chance; so the same seed gives the same choices. Threads have numbers, from 0 by age.
 * Called by one thread.
 */
public interface Strategy {
  /** Goes on with the running thread. */
  long GO_ON = -1;

  /**
   * Chooses the next thread.
   *
   * @param ready the threads that can run, at least one, in the order of waiting; not to be changed
   * @param count how many of them
   * @return the place of a thread in the order, from 0
   */
  int next(int[] ready, int count);

  /**
   * Decides at a point of the running thread.
   *
   * @return {@link #GO_ON}; 0 to stand behind the other threads; or nanoseconds to stand still, as
   *     where the system preempts a thread
   */
  long at(int running, Point point);
}
