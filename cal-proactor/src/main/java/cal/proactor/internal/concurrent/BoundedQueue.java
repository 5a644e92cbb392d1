package cal.proactor.internal.concurrent;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A queue of a fixed length for many adding and many taking threads (D. Vyukov, <i>Bounded MPMC
 * queue</i>, 2010). Thread-safe, without a lock or an allocation.
 *
 * <pre>
 *  turn of a place:  n          n + 1        n + length
 *                  empty --add--&gt; full --poll--&gt; empty, for the next round
 * </pre>
 *
 * <p>An item that is being added hides the items behind; the adding thread tells others afterwards.
 *
 * @param <T> the items
 */
public final class BoundedQueue<T> {
  private final AtomicReferenceArray<T> items;
  private final AtomicLongArray turns;
  private final int mask;
  private final AtomicLong head = new AtomicLong();
  private final AtomicLong tail = new AtomicLong();

  /** Makes an empty queue, with room for more than so many items. */
  public BoundedQueue(int most) {
    int length = Integer.highestOneBit(most) * 2;
    items = new AtomicReferenceArray<>(length);
    turns = new AtomicLongArray(length);
    mask = length - 1;
    for (int i = 0; i < length; i++) {
      turns.setPlain(i, i);
    }
  }

  /** Adds an item; false without room. */
  public boolean offer(T item) {
    while (true) {
      long at = tail.get();
      int place = (int) at & mask;
      long turn = turns.get(place) - at;
      if (turn < 0) {
        return false;
      }
      if (turn == 0 && tail.compareAndSet(at, at + 1)) {
        items.setPlain(place, item);
        turns.set(place, at + 1);
        return true;
      }
    }
  }

  /** Adds an item that has room: a place may have a thread yet that takes the last item there. */
  public void add(T item) {
    while (!offer(item)) {
      Thread.onSpinWait();
    }
  }

  /** Takes the oldest item; null without an item. */
  public T poll() {
    while (true) {
      long at = head.get();
      int place = (int) at & mask;
      long turn = turns.get(place) - (at + 1);
      if (turn < 0) {
        return null;
      }
      if (turn == 0 && head.compareAndSet(at, at + 1)) {
        T item = items.getPlain(place);
        items.setPlain(place, null);
        turns.set(place, at + mask + 1);
        return item;
      }
    }
  }

  /** Whether {@link #poll} would have no item now. */
  public boolean isEmpty() {
    long at = head.get();
    return turns.get((int) at & mask) - (at + 1) < 0;
  }

  /** Items, some of which may be on their way. */
  public int size() {
    return (int) Math.max(0, tail.get() - head.get());
  }
}
