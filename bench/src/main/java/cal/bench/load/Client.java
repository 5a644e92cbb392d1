package cal.bench.load;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The state of one client; all of it is allocated before the run. Confined to its loop. */
final class Client {
  enum State {
    /** Has no connection, and wishes for none. */
    UNCONNECTED,
    /** Wishes to connect, behind others. */
    WAITING,
    CONNECTING,
    /** Connected, nothing asked. */
    IDLE,
    WRITING,
    READING,
    /** Lost its connection, {@link Client#since} then. */
    RESTING
  }

  final int index;
  State state = State.UNCONNECTED;
  SocketChannel channel;

  SelectionKey key;

  /** Which exchange is next, or under way. */
  int exchange;

  /** Of those that were asked for together, the one whose answer comes. */
  Exchange part;

  /** How much of the request is sent, and of the answer received, in bytes. */
  int sent;

  int received;

  /** The head of its answer, of which {@link #received} does not count; null where none has one. */
  final HttpHead head;

  /** When it was to ask, or wished to connect; as {@code nanoTime}. */
  long since;

  /** When its connection was begun. */
  long connectingSince;

  /** Whether it has ever had a connection. */
  boolean known;

  Client(int index, int exchange, HttpHead head) {
    this.index = index;
    this.exchange = exchange;
    this.head = head;
  }

  /** Awaits an answer from its first byte on. */
  void await(Exchange answer) {
    part = answer;
    received = 0;
    if (head != null) {
      head.clear();
    }
  }

  /** Takes what has come of the answer that it awaits, and no more. */
  Exchange.Progress take(ByteBuffer input) {
    if (head != null && !head.take(input, part.answer().capacity())) {
      return Exchange.Progress.WRONG;
    }
    int before = input.position();
    Exchange.Progress progress = part.compare(input, received);
    received += input.position() - before;
    return progress;
  }

  void listen(int operations) {
    if (key.interestOps() != operations) {
      key.interestOps(operations);
    }
  }

  boolean inFlight() {
    return state == State.WRITING || state == State.READING;
  }
}
