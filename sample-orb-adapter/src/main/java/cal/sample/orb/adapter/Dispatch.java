package cal.sample.orb.adapter;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request to be run once. Closed before that, because its stage has no room for it or drains, it
 * is refused: the client is told, and may try again. Thread-safe.
 */
abstract class Dispatch implements AutoCloseable {
  private final Conversation conversation;
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * Describes a request.
   *
   * @param conversation whose it is
   */
  Dispatch(Conversation conversation) {
    this.conversation = conversation;
  }

  /** Runs the request and sends its reply. */
  public final void run() {
    if (begun.compareAndSet(false, true)) {
      try {
        process();
      } finally {
        conversation.answered();
      }
    }
  }

  @Override
  public final void close() {
    if (begun.compareAndSet(false, true)) {
      try {
        refuse();
      } finally {
        conversation.answered();
      }
    }
  }

  /** Runs the servant and replies. */
  abstract void process();

  /** Replies that there was no room. */
  abstract void refuse();
}
