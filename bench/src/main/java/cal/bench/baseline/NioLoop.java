package cal.bench.baseline;

import cal.sample.upload.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One thread, one selector, and what its connections share: a buffer to read into, a buffer to
 * gather answers in. Answers leave after all requests that were ready have been read, which costs
 * less than a write after each read. Everything is confined to the thread but for {@link #adopt}.
 */
final class NioLoop implements Runnable {
  /** What to do with a key that is ready; attached to it. */
  @FunctionalInterface
  interface Ready {
    void ready(SelectionKey key);
  }

  /** Makes the connection of a socket, registered with a loop. */
  @FunctionalInterface
  interface Opening {
    NioConnection open(NioLoop loop, SocketChannel channel) throws IOException;
  }

  private static final int INPUT_BYTES = 128 << 10;
  private static final int OUTPUT_BYTES = 32 << 10;
  private static final Duration LINGER = Duration.ofMillis(500);
  private static final long MILLI = 1_000_000;

  final Selector selector = Selector.open();
  final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_BYTES);
  final ByteBuffer output = ByteBuffer.allocateDirect(OUTPUT_BYTES);
  final FrameBuffers frames = new FrameBuffers();
  final Statistics statistics;
  final Duration readTimeout;

  /** Their answers are in the output, and have not been sent. */
  final List<NioConnection> answered = new ArrayList<>();

  /** Within a request. */
  final Deadlines late;

  /** Refused, and about to be closed. */
  final Deadlines leaving = new Deadlines(LINGER);

  private final Opening opening;
  private final Queue<SocketChannel> arrivals = new ConcurrentLinkedQueue<>();

  NioLoop(Opening opening, Statistics statistics, Duration readTimeout) throws IOException {
    this.opening = opening;
    this.statistics = statistics;
    this.readTimeout = readTimeout;
    late = new Deadlines(readTimeout);
  }

  /** Serves a client from now on; to be called from any thread. */
  void adopt(SocketChannel client) {
    arrivals.add(client);
    selector.wakeup();
  }

  /** Serves a client from now on. */
  void open(SocketChannel client) {
    try {
      opening.open(this, client);
    } catch (IOException leftAtOnce) {
      NioServer.close(client);
    }
  }

  @Override
  public void run() {
    try {
      while (true) {
        selector.select(key -> ((Ready) key.attachment()).ready(key), waitMillis());
        sendAnswers();
        for (SocketChannel client = arrivals.poll(); client != null; client = arrivals.poll()) {
          open(client);
        }
        late.expire(NioConnection::expire);
        leaving.expire(NioConnection::close);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the selector failed", e);
    }
  }

  /** Sends all answers that are in the output, and empties it. */
  void sendAnswers() {
    for (NioConnection connection : answered) {
      connection.sendAnswers(output);
    }
    answered.clear();
    output.clear();
  }

  /** Until the next deadline; 0, for ever, where there is none. */
  private long waitMillis() {
    long left = leaving.left(late.left(Long.MAX_VALUE));
    return left == Long.MAX_VALUE ? 0 : Math.max(1, (left + MILLI - 1) / MILLI);
  }
}
