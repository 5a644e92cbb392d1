package cal.core.internal.support;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Elements from any threads, for a thread that takes all at once, the oldest first: a stack by the
 * elements' own links (R. K. Treiber, 1986), and so without an allocation. Nothing is taken alone,
 * so an element that comes back meanwhile does no harm.
 *
 * <p>Thread-safe. An element is in a single place at a time.
 */
public final class Arrivals<T extends Arrivals.Link<T>> {
  /** An element. Its link is for the thread that has the element. */
  public abstract static class Link<T> {
    private T next;

    protected Link() {}

    /** The next younger element taken with this; null for the youngest. */
    public final T next() {
      return next;
    }

    /** Links to another element. */
    public final void linkTo(T other) {
      next = other;
    }
  }

  private final AtomicReference<T> newest = new AtomicReference<>();

  /** Makes an empty place. */
  public Arrivals() {}

  /** Adds an element. */
  public void add(T element) {
    T before;
    do {
      before = newest.get();
      element.linkTo(before);
    } while (!newest.compareAndSet(before, element));
  }

  public boolean isEmpty() {
    return newest.get() == null;
  }

  /** Takes all: the oldest, with a link to the next; null if there is none. */
  public T takeAll() {
    T oldest = null;
    T left = isEmpty() ? null : newest.getAndSet(null);
    while (left != null) {
      T older = left.next();
      left.linkTo(oldest);
      oldest = left;
      left = older;
    }
    return oldest;
  }
}
