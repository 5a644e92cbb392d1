package cal.bench.kind;

import cal.cli.load.exchange.Exchange;
import cal.cli.load.exchange.Workload;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Clients that connect, ask for uploads, and leave in every way that there is: orderly, half-closed
 * with an answer to come, in the middle of a request, byte by byte, by a reset, or after a flood
 * whose answers they do not read. {@link #close} may be called from any thread.
 */
final class RoughClients implements AutoCloseable {
  private static final int MOST_REQUESTS = 50;

  /** Without payloads, so that the answers are as long: too long for a client that reads none. */
  private static final int FLOOD = 1 << 16;

  /** Milliseconds for which a server takes no more of a flood before its client goes on. */
  private static final int MOST_IDLE = 100;

  private static final int MOST_TRICKLED = 30;
  private static final long TRICKLE_NANOS = 100_000_000;

  private static final Duration LAST_ANSWER = Duration.ofSeconds(30);

  private final InetSocketAddress server;
  private final List<Exchange> exchanges;
  private final Exchange empty = Workload.upload(0).exchanges().getFirst();
  private final List<Thread> threads;
  private final LongAdder answers = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final LongAdder parted = new LongAdder();
  private final AtomicReference<String> reason = new AtomicReference<>();
  private volatile boolean closed;

  /** Starts so many at a time, which ask for uploads. */
  @SuppressWarnings("this-escape") // started last
  RoughClients(InetSocketAddress server, Workload uploads, int count) {
    this.server = server;
    exchanges = uploads.exchanges();
    threads =
        IntStream.range(0, count)
            .mapToObj(i -> Thread.ofPlatform().daemon().unstarted(() -> come(new Random(i))))
            .toList();
    threads.forEach(Thread::start);
  }

  /** Right answers so far, wrong ones, and clients that the server {@code parted} from. */
  Map<String, Long> seen() {
    return Map.of("answers", answers.sum(), "wrong", wrong.sum(), "parted", parted.sum());
  }

  /** Why the server parted from the first such client; null if from none. */
  String reason() {
    return reason.get();
  }

  private void come(Random random) {
    while (!closed) {
      try (SocketChannel channel = SocketChannel.open(server)) {
        converse(channel, random);
      } catch (IOException hasParted) {
        parted.increment();
        reason.compareAndSet(null, hasParted.toString());
      }
    }
  }

  private void converse(SocketChannel channel, Random random) throws IOException {
    Exchange exchange = exchanges.get(random.nextInt(exchanges.size()));
    ByteBuffer request = exchange.request().duplicate();
    int part = 1 + random.nextInt(request.capacity() - 1);
    int requests = 1 + random.nextInt(MOST_REQUESTS);
    switch (random.nextInt(12)) {
      case 0 -> flood(channel, random.nextBoolean());
      case 1, 2 -> {
        channel.write(request.limit(part));
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
      case 3 -> channel.write(request.limit(part));
      case 4 -> trickle(channel, request);
      case 5, 6 -> {
        channel.write(request);
        channel.shutdownOutput();
        readAnswer(channel, exchange);
        (channel.read(ByteBuffer.allocate(1)) == -1 ? answers : wrong).increment();
      }
      case 7, 8 -> pipeline(channel, exchange, requests);
      default -> {
        for (int i = 0; i < requests && !closed; i++) {
          pipeline(channel, exchange, 1);
        }
      }
    }
  }

  /** Begins a request, and leaves in the middle of it. */
  private void trickle(SocketChannel channel, ByteBuffer request) throws IOException {
    int bytes = Math.min(MOST_TRICKLED, request.capacity() - 1);
    for (int sent = 0; sent < bytes && !closed; sent++) {
      channel.write(request.slice(sent, 1));
      LockSupport.parkNanos(TRICKLE_NANOS);
    }
  }

  private void pipeline(SocketChannel channel, Exchange exchange, int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      channel.write(exchange.request().duplicate());
    }
    for (int i = 0; i < requests; i++) {
      readAnswer(channel, exchange);
    }
  }

  /** Sends until the server takes no more, for it waits to be read; then reads all, or resets. */
  private void flood(SocketChannel channel, boolean reads) throws IOException {
    int length = empty.request().capacity();
    ByteBuffer requests = ByteBuffer.allocateDirect(FLOOD * length);
    channel.configureBlocking(false);
    for (int idle = 0; requests.hasRemaining() && idle < MOST_IDLE && !closed; ) {
      idle = channel.write(requests) > 0 ? 0 : idle + 1;
      LockSupport.parkNanos(1_000_000);
    }
    channel.configureBlocking(true);
    if (!reads) {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      return;
    }
    for (int i = requests.position() / length; i > 0; i--) {
      readAnswer(channel, empty);
    }
  }

  private void readAnswer(SocketChannel channel, Exchange exchange) throws IOException {
    ByteBuffer answer = ByteBuffer.allocate(exchange.answer().capacity());
    while (answer.hasRemaining()) {
      if (channel.read(answer) == -1) {
        throw new EOFException("no answer");
      }
    }
    (exchange.answer().equals(answer.flip()) ? answers : wrong).increment();
  }

  /** Lets each end its conversation; one that waits on for an answer was parted from. */
  @Override
  public void close() {
    closed = true;
    try {
      for (Thread thread : threads) {
        if (!thread.join(LAST_ANSWER)) {
          thread.interrupt(); // which closes its channel
          thread.join();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
