package cal.reactive.internal.socket;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.step.LoopStep;
import cal.reactive.internal.step.Readiness;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A socket's resources of the system: the channel, and the registration on a loop for waits.
 * Neither the resources nor the loop know the socket, so a lost socket of the server is collected,
 * and then closed here.
 *
 * <p>Thread-safe.
 *
 * @param <C> the kind of channel
 */
final class SocketResources<C extends SelectableChannel> implements Runnable {
  private final Loops loops;
  private volatile C channel;
  private volatile Readiness readiness;
  private volatile boolean closed;

  /** Whether the system may have the channel back somewhat later. */
  private volatile boolean later;

  private volatile boolean lingers;

  private volatile Runnable whenLost = () -> {};

  SocketResources(Loops loops) {
    this.loops = loops;
  }

  /** Says what else is to be done if the socket is lost, which that must not know. */
  void whenLost(Runnable action) {
    whenLost = action;
  }

  /** The channel, open. */
  C channel() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    return channel;
  }

  /** The channel, which may be closed. */
  C channelOrClosed() {
    return channel;
  }

  /** Takes a channel, once, which never blocks from now on. */
  void use(C made) throws IOException {
    made.configureBlocking(false);
    synchronized (this) {
      if (!closed) {
        channel = made;
        return;
      }
    }
    made.close();
    throw new SocketException("Socket closed");
  }

  /** Waits as {@link Readiness#await} says, on the loop that the channel has or now joins. */
  void await(int operation, long deadline) throws IOException {
    Readiness joined = readiness;
    (joined == null ? join(operation) : joined).await(operation, deadline);
  }

  /** Waits as {@link Readiness#awaitNews} says, on the joined loop. */
  void awaitNews() throws IOException {
    readiness.awaitNews();
  }

  /** Leaves a step as {@link Readiness#leaveStep} says. */
  boolean leaveStep(LoopStep step, long deadline) throws IOException {
    Readiness joined = readiness;
    return (joined == null ? join(SelectionKey.OP_READ) : joined).leaveStep(step, deadline);
  }

  /** Joins a loop for input. */
  void join() throws IOException {
    if (readiness == null) {
      join(SelectionKey.OP_READ);
    }
  }

  private synchronized Readiness join(int operation) throws IOException {
    if (readiness == null) {
      Loop here = Loop.current();
      Loop loop = here == null ? loops.place() : here;
      try {
        readiness = new Readiness(loop, channel(), operation);
        if (!readiness.registration().isOpen()) {
          throw new ClosedSelectorException();
        }
      } catch (ClosedSelectorException loopClosed) {
        close();
        throw loopClosed;
      }
    }
    return readiness;
  }

  /** The registration on a loop; null where no thread has waited for the channel yet. */
  Registration registration() {
    Readiness joined = readiness;
    return joined == null ? null : joined.registration();
  }

  /**
   * Ends the loop's look for {@link #await}. A connection may be found made between a look and a
   * wait of its thread: asked again, the system would report for good an outdated readiness, and
   * the loop never sleep.
   */
  void disarm(int operation) {
    Registration registration = registration();
    if (registration != null) {
      registration.disarm(operation);
    }
  }

  /** Called before the channel is read. */
  void reads() {
    Readiness joined = readiness;
    if (joined != null) {
      joined.reads();
    }
  }

  /**
   * Has a waiting reader look again, or the next before its wait; a reader without a loop has not
   * waited yet.
   */
  void tellInput() {
    Readiness joined = readiness;
    if (joined != null) {
      joined.tellInput();
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Takes a channel like {@link #use}, with a client of the server at the other end. */
  void useAccepted(C made) throws IOException {
    later = true;
    use(made);
  }

  /**
   * The close is to reach the peer by itself: with {@code SO_LINGER} the JDK tells the peer
   * nothing.
   */
  void lingers() {
    later = false;
    lingers = true;
  }

  /**
   * Closes the channel; the system has the channel back afterwards. Idempotent.
   *
   * <p>An accepted channel has no port of its own, and the JDK tells the peer of the end at once:
   * the system has the channel back after the loop's present turns. A look at each close would cost
   * a look at all ready clients.
   */
  void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    if (channel == null) {
      return;
    }
    if (lingers && channel instanceof SocketChannel connection) {
      JdkThreads.pinned(() -> doNotWait(connection));
    }
    Readiness joined = joined();
    if (joined != null) {
      joined.close(later);
    } else {
      JdkThreads.pinned(
          () -> {
            channel.close();
            return null;
          });
    }
  }

  /** Has the close not wait until the peer has all bytes: such a wait would keep a loop. */
  private static Void doNotWait(SocketChannel connection) {
    try {
      if (connection.getOption(StandardSocketOptions.SO_LINGER) > 0) {
        connection.setOption(StandardSocketOptions.SO_LINGER, -1);
      }
    } catch (IOException notOpen) {
      return null; // the close tells
    }
    return null;
  }

  /**
   * The readiness on a loop, or null. A thread in the midst of joining has joined, or has failed,
   * before the return.
   */
  private synchronized Readiness joined() {
    return readiness;
  }

  /** The socket was lost, or has been closed. */
  @Override
  public void run() {
    if (closed) {
      return;
    }
    whenLost.run();
    try {
      close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure); // which a cleaner ignores: nobody is left to tell
    }
  }
}
