package cal.bench.load;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The state of one client; all of it is allocated before the run. Confined to its loop. */
final class Client {
  enum State {
    /** Has no connection and waits for the loop to open one. */
    UNCONNECTED,
    CONNECTING,
    /** Connected, nothing asked. */
    IDLE,
    WRITING,
    READING,
    /** Lost its connection; tries again at {@link Client#since}. */
    RESTING
  }

  final int index;
  State state = State.UNCONNECTED;
  SocketChannel channel;
  SelectionKey key;

  /** Which exchange is next, or under way. */
  int exchange;

  /** How much of the request is sent, and of the answer received, in bytes. */
  int sent;

  int received;

  /**
   * When the request, or in a short session the connecting, began or is to begin; as {@code
   * nanoTime}.
   */
  long since;

  Client(int index, int exchange) {
    this.index = index;
    this.exchange = exchange;
  }

  boolean inFlight() {
    return state == State.WRITING || state == State.READING;
  }
}
