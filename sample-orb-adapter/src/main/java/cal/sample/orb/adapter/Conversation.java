package cal.sample.orb.adapter;

import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A client's connection, cut into steps: each receives a message, and then starts the held request,
 * once the ORB has let go of all locks.
 *
 * <p>{@link #serve} is for a single thread at a time; closing is for any. Closing is orderly: the
 * client is told (GIOP's CloseConnection), after the awaited replies; a second call waits for no
 * reply.
 */
abstract class Conversation implements AutoCloseable {
  /** Requests of the message under way; for a single thread at a time. */
  private final Queue<Dispatch> deferred = new ArrayDeque<>(1);

  /** The receiving thread; a thread asks only about itself. */
  private Thread receiver;

  /** Set once: to be closed when no reply is pending any more. */
  private volatile boolean closing;

  /**
   * Receives a message and runs its request.
   *
   * @return true while the connection is open
   */
  public final boolean serve() {
    receiver = Thread.currentThread();
    try {
      receive();
    } finally {
      receiver = null;
    }
    Dispatch next = deferred.poll();
    while (next != null) {
      next.run();
      next = deferred.poll();
    }
    return !isClosed();
  }

  /** Whether the calling thread is receiving here, and may {@link #defer}. */
  final boolean isReceiving() {
    return receiver == Thread.currentThread();
  }

  /** Keeps a request until the message has been received. */
  final void defer(Dispatch request) {
    deferred.add(request);
  }

  /** To be called after a request has been answered. */
  final void answered() {
    if (closing) {
      closeUnlessPending();
    }
  }

  @Override
  public final void close() {
    if (closing) {
      closeNow();
    } else {
      closing = true;
      closeUnlessPending();
    }
  }

  private synchronized void closeUnlessPending() {
    if (!isClosed()) {
      tryClose();
    }
  }

  /** The socket that the next step reads first; null over TLS, whose input comes in records. */
  abstract Socket awaited();

  /** Receives a message; its request is deferred. */
  abstract void receive();

  /** Whether the connection has ended. */
  abstract boolean isClosed();

  /** Tells the client and closes, unless replies are pending. */
  abstract void tryClose();

  /** Closes; idempotent. */
  abstract void closeNow();
}
