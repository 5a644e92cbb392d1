package cal.simulation.seam;

/**
 * A loader that initializes its classes for each seed, as the JVM does once (JVMS 5.5). By any
 * thread.
 */
public interface Initialization {
  /**
   * Whether the calling thread is to run the initializer of a class. False if done, or begun by the
   * same thread; another thread's end is waited for.
   *
   * @throws NoClassDefFoundError if the initializer has failed before
   */
  boolean begin(Class<?> type);

  /** The calling thread has run the initializer of a class, which may have failed. */
  void end(Class<?> type, boolean failed);

  /** Initializes a class of this loader, unless done. */
  void require(Class<?> type);
}
