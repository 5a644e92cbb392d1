package cal.reactive.internal.loop;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.function.IntFunction;

/**
 * Turns in an array that grows. An addition without memory to be had changes nothing: {@link
 * java.util.ArrayDeque} adds before it grows, and is empty then. For a single thread.
 */
final class TurnRing extends AbstractQueue<Runnable> {
  private final IntFunction<Runnable[]> arrays;

  /** Of a power of two. */
  private Runnable[] turns;

  private int head;
  private int count;

  TurnRing() {
    this(Runnable[]::new);
  }

  /** With arrays that may be refused; for tests. */
  TurnRing(IntFunction<Runnable[]> arrays) {
    this.arrays = arrays;
    turns = arrays.apply(16);
  }

  @Override
  public boolean offer(Runnable turn) {
    if (count == turns.length) {
      grow();
    }
    turns[at(count)] = turn;
    count++;
    return true;
  }

  private void grow() {
    Runnable[] more = arrays.apply(2 * turns.length);
    for (int i = 0; i < count; i++) {
      more[i] = turns[at(i)];
    }
    turns = more;
    head = 0;
  }

  private int at(int place) {
    return (head + place) & (turns.length - 1);
  }

  @Override
  public Runnable poll() {
    Runnable first = turns[head];
    if (count > 0) {
      turns[head] = null;
      head = at(1);
      count--;
    }
    return first;
  }

  @Override
  public Runnable peek() {
    return turns[head];
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public Iterator<Runnable> iterator() {
    throw new UnsupportedOperationException("turns are taken");
  }
}
