package cal.sample.orb.adapter;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request to be run once. A request closed before, by a full or draining stage, is refused: the
 * client is told, and may try again. Thread-safe.
 */
abstract class Dispatch implements AutoCloseable {
  private final Conversation conversation;
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * Describes a request.
   *
   * @param conversation of the request
   */
  Dispatch(Conversation conversation) {
    this.conversation = conversation;
  }

  /** Runs the request and sends the reply. */
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

  /** Replies with a refusal. */
  abstract void refuse();
}
