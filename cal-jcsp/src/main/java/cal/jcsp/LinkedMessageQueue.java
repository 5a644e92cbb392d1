package cal.jcsp;

import org.jcsp.util.ChannelDataStore;

/**
 * The waiting messages of a channel, first in, first out, without a bound or memory for nodes: each
 * message knows the next. So a write of an existing message cannot fail.
 *
 * <p>For a single channel, which calls under a monitor of its own. A message is in a single queue
 * at most.
 *
 * @param <M> the messages
 */
final class LinkedMessageQueue<M extends LinkedMessageQueue.Message<M>>
    implements ChannelDataStore<M> {
  /** A message, to be written again after each read. */
  abstract static class Message<M extends Message<M>> {
    /** The queue's next message; the queue's own. */
    M next;
  }

  private M first;
  private M last;

  LinkedMessageQueue() {}

  @Override
  public int getState() {
    return first == null ? EMPTY : NONEMPTYFULL;
  }

  @Override
  public void put(M message) {
    message.next = null;
    if (first == null) {
      first = message;
    } else {
      last.next = message;
    }
    last = message;
  }

  @Override
  public M get() {
    M message = first;
    first = message.next;
    return message;
  }

  @Override
  public M startGet() {
    return first;
  }

  @Override
  public void endGet() {
    first = first.next;
  }

  @Override
  public void removeAll() {
    first = null;
  }

  /** This queue: a channel asks for a copy, and each queue has a single channel. */
  @Override
  public Object clone() {
    return this;
  }
}
