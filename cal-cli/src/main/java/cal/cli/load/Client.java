package cal.cli.load;

import cal.cli.load.exchange.Exchange;
import cal.cli.load.exchange.HttpHead;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The state of a client, all allocated before the run. Confined to a loop. */
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
    /** Lost the connection, at {@link Client#since}. */
    RESTING
  }

  final int index;
  State state = State.UNCONNECTED;
  SocketChannel channel;

  SelectionKey key;

  /** Which exchange is next, or under way. */
  int exchange;

  /** The exchange of the coming answer, among exchanges asked for together. */
  Exchange part;

  /** How much of the request is sent, and of the answer received, in bytes. */
  int sent;

  int received;

  /** The head of the answer, not counted by {@link #received}; null for answers without a head. */
  final HttpHead head;

  /** The intended time of the request, or of the connection; as {@code nanoTime}. */
  long since;

  /** The time of the first byte of the answer, 0 before; for answers with a head. */
  long firstByte;

  /** The begin of the connection. */
  long connectingSince;

  /** Whether the client has ever had a connection. */
  boolean known;

  Client(int index, int exchange, boolean hasHeads) {
    this.index = index;
    this.exchange = exchange;
    this.head = hasHeads ? new HttpHead() : null;
  }

  /** Awaits an answer from the first byte on. */
  void await(Exchange answer) {
    part = answer;
    received = 0;
    firstByte = 0;
    if (head != null) {
      head.clear();
    }
  }

  /** Takes the bytes of the awaited answer so far, and no more. */
  Exchange.Progress take(ByteBuffer input) {
    if (head != null && firstByte == 0) {
      firstByte = System.nanoTime();
    }
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
