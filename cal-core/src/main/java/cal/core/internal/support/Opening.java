package cal.core.internal.support;

/**
 * The acquisitions of an opening: threads, descriptors, memory, other openings. After a failure all
 * earlier acquisitions are given back, the last first.
 *
 * <pre>{@code
 * try (Opening opening = new Opening()) {
 *   epoll = opening.get(Linux::createEpoll, Linux::close);
 *   alarm = opening.get(Linux::createEventfd, Linux::close);
 *   opening.complete();
 * }
 * }</pre>
 *
 * For a single thread.
 */
public final class Opening implements AutoCloseable {
  /** Run before each acquisition of the opening thread: for tests with a failure. */
  static final ScopedValue<Runnable> EACH = ScopedValue.newInstance();

  /**
   * Acquires something.
   *
   * @param <T> the acquisition
   * @param <E> the exception of a failed acquisition
   */
  @FunctionalInterface
  public interface Acquisition<T, E extends Exception> {
    T get() throws E;
  }

  /**
   * Gives something back.
   *
   * @param <T> the acquisition
   */
  @FunctionalInterface
  public interface Release<T> {
    void giveBack(T acquired) throws Exception;
  }

  /**
   * Acquires a part, given back with an earlier acquisition.
   *
   * @param <E> the exception of a failed acquisition
   */
  @FunctionalInterface
  public interface Part<E extends Exception> {
    void acquire() throws E;
  }

  /** An acquisition, linked to the acquisition before. */
  private static final class Held<T> {
    private final Release<? super T> release;
    private final Held<?> before;
    private T acquired;

    Held(Release<? super T> release, Held<?> before) {
      this.release = release;
      this.before = before;
    }

    void giveBack() throws Exception {
      release.giveBack(acquired);
    }
  }

  private Held<?> last;

  /** Has nothing yet. */
  public Opening() {}

  /**
   * Acquires something.
   *
   * @param acquisition acquires, or throws and has nothing
   * @param release after a failure of a later acquisition
   * @return the acquisition
   */
  public <T, E extends Exception> T get(Acquisition<T, E> acquisition, Release<? super T> release)
      throws E {
    Held<T> next = new Held<>(release, last); // memory for it may be wanting: before it is needed
    pass();
    next.acquired = acquisition.get();
    last = next;
    return next.acquired;
  }

  /** Acquires a part, given back with an earlier acquisition. */
  public <E extends Exception> void run(Part<E> part) throws E {
    pass();
    part.acquire();
  }

  /** Keeps all: nothing can fail any more. */
  public void complete() {
    pass();
    last = null;
  }

  private static void pass() {
    if (EACH.isBound()) {
      EACH.get().run();
    }
  }

  /**
   * Gives all back, unless {@link #complete}. A failure to give back keeps no other acquisition.
   */
  @Override
  public void close() {
    Throwable failure = null;
    for (; last != null; last = last.before) {
      try {
        last.giveBack();
      } catch (Throwable kept) {
        failure = Thrown.both(failure, kept);
      }
    }
    if (failure != null) {
      throw Thrown.<RuntimeException>asIs(failure);
    }
  }
}
