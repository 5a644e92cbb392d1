package cal.bench.rough;

import cal.cli.load.Workload;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that begin a request and then send it byte by byte, never to its end. One that the server
 * parts from begins anew. Started once; {@link #close} may be called from any thread.
 */
public final class Tricklers implements AutoCloseable {
  private static final int PARTS_OF_A_PAUSE = 20;
  private static final int FIRST_BYTES = 5;

  private final InetSocketAddress server;
  private final ByteBuffer request;
  private final long stepNanos;
  private final List<SocketChannel> channels = new ArrayList<>();
  private final int[] sent;
  private final Thread thread;
  private volatile boolean closed;
  private final AtomicInteger parted = new AtomicInteger();

  private Tricklers(InetSocketAddress server, Workload workload, int count, Duration pause) {
    this.server = server;
    request = workload.exchanges().getFirst().request().duplicate();
    stepNanos = pause.toNanos() / PARTS_OF_A_PAUSE;
    sent = new int[count];
    thread = Thread.ofPlatform().daemon().name("tricklers").unstarted(this::trickle);
  }

  /**
   * Connects them all, in mid-request, and lets them trickle from then on.
   *
   * @param workload what they pretend to ask for
   * @param pause between two bytes of one of them
   * @throws IOException if one cannot connect
   */
  public static Tricklers start(
      InetSocketAddress server, Workload workload, int count, Duration pause) throws IOException {
    Tricklers tricklers = new Tricklers(server, workload, count, pause);
    try {
      for (int i = 0; i < count; i++) {
        tricklers.channels.add(tricklers.begin(i));
      }
    } catch (IOException | RuntimeException e) {
      tricklers.closeAll();
      throw e;
    }
    tricklers.thread.start();
    return tricklers;
  }

  /** How often the server has parted from one of them so far. */
  public int parted() {
    return parted.get();
  }

  private SocketChannel begin(int index) throws IOException {
    SocketChannel channel = SocketChannel.open(server);
    sent[index] = Math.min(FIRST_BYTES, request.capacity() - 1);
    channel.write(request.slice(0, sent[index]));
    return channel;
  }

  private void trickle() {
    while (!closed) {
      for (int part = 0; part < PARTS_OF_A_PAUSE && !closed; part++) {
        LockSupport.parkNanos(stepNanos);
        for (int i = part; i < sent.length; i += PARTS_OF_A_PAUSE) {
          sendByte(i);
        }
      }
    }
    closeAll();
  }

  private void sendByte(int index) {
    try {
      if (channels.get(index).isOpen() && sent[index] < request.capacity() - 1) {
        channels.get(index).write(request.slice(sent[index]++, 1));
        return;
      }
    } catch (IOException hasParted) {
      parted.incrementAndGet();
    }
    beginAnew(index);
  }

  private void beginAnew(int index) {
    try {
      channels.get(index).close();
      channels.set(index, begin(index));
    } catch (IOException notNow) {
      return; // the next turn tries again
    }
  }

  private void closeAll() {
    for (SocketChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException hasParted) {
        parted.incrementAndGet();
      }
    }
  }

  /** Closes their connections. Idempotent. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
