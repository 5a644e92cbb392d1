package cal.proactor.internal.concurrent;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Items in no order, each in a place of its own. Blocks of places are added where all are taken,
 * each twice as long as the last, and are kept: so items come and go without an allocation.
 * Thread-safe, without a lock.
 *
 * @param <T> the items
 */
public final class Bag<T> {
  private static final int FIRST = 2;

  private static final class Block<T> {
    private final int begin;
    private final AtomicReferenceArray<T> items;
    private final AtomicReference<Block<T>> next = new AtomicReference<>();

    Block(int begin, int length) {
      this.begin = begin;
      this.items = new AtomicReferenceArray<>(length);
    }

    Block<T> longer() {
      Block<T> present = next.get();
      if (present == null) {
        next.compareAndSet(null, new Block<>(begin + items.length(), 2 * items.length()));
        present = next.get();
      }
      return present;
    }
  }

  private final Block<T> first = new Block<>(0, FIRST);

  /** Makes an empty bag. */
  public Bag() {}

  /**
   * Adds an item.
   *
   * @return the place
   */
  public int add(T item) {
    for (Block<T> block = first; ; block = block.longer()) {
      for (int i = 0; i < block.items.length(); i++) {
        if (block.items.get(i) == null && block.items.compareAndSet(i, null, item)) {
          return block.begin + i;
        }
      }
    }
  }

  private Block<T> block(int place) {
    Block<T> block = first;
    while (place >= block.begin + block.items.length()) {
      block = block.next.get();
    }
    return block;
  }

  /** Whether a place has an item still. */
  public boolean has(int place, T item) {
    Block<T> block = block(place);
    return block.items.get(place - block.begin) == item;
  }

  /** Takes an item out of a place; false if the item is there no more. */
  public boolean remove(int place, T item) {
    Block<T> block = block(place);
    return block.items.compareAndSet(place - block.begin, item, null);
  }

  /** Takes any item out; null if there is none. */
  public T poll() {
    for (Block<T> block = first; block != null; block = block.next.get()) {
      for (int i = 0; i < block.items.length(); i++) {
        T item = block.items.get(i);
        if (item != null && block.items.compareAndSet(i, item, null)) {
          return item;
        }
      }
    }
    return null;
  }

  /** Shows the items, but for some that come or go meanwhile. */
  public void forEach(Consumer<T> action) {
    for (Block<T> block = first; block != null; block = block.next.get()) {
      for (int i = 0; i < block.items.length(); i++) {
        T item = block.items.get(i);
        if (item != null) {
          action.accept(item);
        }
      }
    }
  }
}
