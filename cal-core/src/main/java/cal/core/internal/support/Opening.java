package cal.core.internal.support;

/**
 * The acquisitions of something that is opened: threads, descriptors, memory, other things that are
 * opened. Where one of them fails, those before it are given back, the last one first.
 *
 * <pre>{@code
 * try (Opening opening = new Opening()) {
 *   epoll = opening.get(Linux::createEpoll, Linux::close);
 *   alarm = opening.get(Linux::createEventfd, Linux::close);
 *   opening.complete();
 * }
 * }</pre>
 *
 * For one thread.
 */
public final class Opening implements AutoCloseable {
  /** Run before each acquisition of the thread that opens: in tests, which have one fail. */
  static final ScopedValue<Runnable> EACH = ScopedValue.newInstance();

  /**
   * Acquires something.
   *
   * @param <T> what is acquired
   * @param <E> what is thrown where it cannot be had
   */
  @FunctionalInterface
  public interface Acquisition<T, E extends Exception> {
    T get() throws E;
  }

  /**
   * Gives something back.
   *
   * @param <T> what was acquired
   */
  @FunctionalInterface
  public interface Release<T> {
    void giveBack(T acquired) throws Exception;
  }

  /**
   * Acquires something that is given back with what was acquired before.
   *
   * @param <E> what is thrown where it cannot be had
   */
  @FunctionalInterface
  public interface Part<E extends Exception> {
    void acquire() throws E;
  }

  /** An acquisition, linked to the one before it. */
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
   * @param acquisition acquires it, or throws and has nothing
   * @param release gives it back, should a later acquisition fail
   * @return what was acquired
   */
  public <T, E extends Exception> T get(Acquisition<T, E> acquisition, Release<? super T> release)
      throws E {
    Held<T> next = new Held<>(release, last); // memory for it may be wanting: before it is needed
    pass();
    next.acquired = acquisition.get();
    last = next;
    return next.acquired;
  }

  /** Acquires something that is given back with what was acquired before. */
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

  /** Gives all back, unless it is {@link #complete}. A failure to give one back keeps no other. */
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
