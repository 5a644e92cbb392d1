package cal.jcsp;

import cal.core.spi.CapturedActivity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jcsp.util.ChannelDataStore;

/**
 * The waiting activities in the channel of a pool: first in, first out, for a single channel.
 *
 * <p>JCSP's {@code Buffer} hides the contents; this buffer shows the contents. The channel calls
 * under a monitor of its own; others look, so the buffer has a monitor as well. Thread-safe.
 *
 * <p>As in JCSP's {@code Buffer}, a writer without a free place leaves its activity and waits. A
 * pool admits no more activities than there are places: its writers never wait.
 */
class ActivityBuffer implements ChannelDataStore<CapturedActivity> {
  private final int capacity;
  private final ArrayDeque<CapturedActivity> activities;

  /**
   * Makes an empty buffer.
   *
   * @param capacity activities, at least 1
   */
  ActivityBuffer(int capacity) {
    this.capacity = capacity;
    // Room for all at once: one that grew could fail in the middle, and lose what it holds.
    this.activities = new ArrayDeque<>(capacity + 1);
  }

  int capacity() {
    return capacity;
  }

  @Override
  public synchronized int getState() {
    if (activities.isEmpty()) {
      return EMPTY;
    }
    return activities.size() > capacity ? FULL : NONEMPTYFULL;
  }

  @Override
  public synchronized void put(CapturedActivity activity) {
    activities.add(activity);
  }

  /** The next, or null if {@link #takeAll} came between the channel's look and this call. */
  @Override
  public synchronized CapturedActivity get() {
    return activities.poll();
  }

  @Override
  public synchronized CapturedActivity startGet() {
    return activities.peek();
  }

  @Override
  public synchronized void endGet() {
    activities.poll();
  }

  @Override
  public synchronized void removeAll() {
    activities.clear();
  }

  /** The waiting activities, in order. */
  synchronized List<CapturedActivity> waiting() {
    return List.copyOf(activities);
  }

  /** Takes all waiting activities, in order. */
  synchronized List<CapturedActivity> takeAll() {
    List<CapturedActivity> all = new ArrayList<>(activities);
    activities.clear();
    return all;
  }

  /** This buffer: a channel asks for a copy, and each buffer has a single channel. */
  @Override
  public Object clone() {
    return this;
  }
}
