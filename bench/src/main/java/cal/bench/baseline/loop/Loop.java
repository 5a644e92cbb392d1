package cal.bench.baseline.loop;

import cal.bench.baseline.upload.CountingStore;
import cal.sample.upload.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A thread that waits for all clients at once, with the common parts of their connections: a buffer
 * to read into, a buffer to gather answers in. Answers leave after the reads of all ready requests,
 * which costs less than a write after each read. Everything is confined to the thread except {@link
 * #adopt}.
 *
 * @param <S> the clients' sockets
 */
abstract class Loop<S extends ClientSocket> implements Runnable {
  /**
   * For all loops of a server. Immutable.
   *
   * @param store of the frames
   * @param statistics of the requests
   * @param readTimeout for the rest of a request that has begun
   */
  record Setup(CountingStore store, Statistics statistics, Duration readTimeout) {}

  private static final int INPUT_BYTES = 128 << 10;
  private static final int OUTPUT_BYTES = 32 << 10;
  private static final Duration LINGER = Duration.ofMillis(500);
  private static final long MILLI = 1_000_000;

  final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_BYTES);
  final ByteBuffer output = ByteBuffer.allocateDirect(OUTPUT_BYTES);
  final FrameBuffers frames = new FrameBuffers();
  final Statistics statistics;
  final Duration readTimeout;

  /** Their answers are in the output, and have not been sent. */
  final List<LoopConnection> answered = new ArrayList<>();

  /** Within a request. */
  final Deadlines late;

  /** Refused, and about to be closed. */
  final Deadlines leaving = new Deadlines(LINGER);

  private final CountingStore store;
  private final Queue<S> arrivals = new ConcurrentLinkedQueue<>();

  Loop(Setup setup) {
    store = setup.store;
    statistics = setup.statistics;
    readTimeout = setup.readTimeout;
    late = new Deadlines(readTimeout);
  }

  /** Listens, and says where; from now on a turn may find clients to {@link #accept}. */
  abstract InetSocketAddress listen(InetSocketAddress address, Runnable clientsWait)
      throws IOException;

  /** The next unaccepted client; null without a client. */
  abstract S accept() throws IOException;

  /** Tells a connection from now on of its input. */
  abstract void watch(S client, LoopConnection connection) throws IOException;

  /**
   * Waits until anything is ready, and tells the ready connections.
   *
   * @param millis to wait at most; 0 waits for ever
   */
  abstract void turn(int millis) throws IOException;

  /** Ends the wait of a turn; to be called from any thread. */
  abstract void wakeUp();

  /** Serves a client from now on; to be called from any thread. */
  final void adopt(S client) {
    arrivals.add(client);
    wakeUp();
  }

  /** Serves a client from now on. */
  final void open(S client) {
    LoopConnection connection = new LoopConnection(this, client, store);
    try {
      watch(client, connection);
    } catch (IOException leftAtOnce) {
      connection.close();
    }
  }

  @Override
  public final void run() {
    try {
      while (true) {
        turn(waitMillis());
        sendAnswers();
        for (S client = arrivals.poll(); client != null; client = arrivals.poll()) {
          open(client);
        }
        late.expire(LoopConnection::expire);
        leaving.expire(LoopConnection::close);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the loop cannot wait", e);
    }
  }

  /** Sends all answers in the output, and empties the output. */
  final void sendAnswers() {
    for (LoopConnection connection : answered) {
      connection.sendAnswers(output);
    }
    answered.clear();
    output.clear();
  }

  /** Until the next deadline; 0, for ever, where there is none. */
  private int waitMillis() {
    long left = leaving.left(late.left(Long.MAX_VALUE));
    return left == Long.MAX_VALUE
        ? 0
        : Math.clamp((left + MILLI - 1) / MILLI, 1, Integer.MAX_VALUE);
  }
}
