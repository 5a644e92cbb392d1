package cal.proactor.internal.concurrent;

import java.util.function.Function;

/**
 * Idle objects for another use, up to a usual number: above it the collector has the object.
 * Thread-safe, without a lock.
 *
 * @param <T> the objects
 */
public final class Spares<T> {
  private final BoundedQueue<T> idle;
  private final Function<Spares<T>, T> maker;

  /** Has room for so many idle objects, and none yet. */
  public Spares(int usual, Function<Spares<T>, T> maker) {
    this.idle = new BoundedQueue<>(usual);
    this.maker = maker;
  }

  /** An idle object, or another. */
  public T take() {
    T spare = idle.poll();
    return spare == null ? maker.apply(this) : spare;
  }

  /** Keeps an object for another use. */
  public void giveBack(T spare) {
    boolean unused = idle.offer(spare);
  }
}
