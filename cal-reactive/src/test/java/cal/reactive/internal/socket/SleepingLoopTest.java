package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.step.Readiness;
import cal.reactive.internal.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A loop sleeps where nothing is to be done, and waits in time. */
@Tag("c2")
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class SleepingLoopTest extends LoopFixture {
  SleepingLoopTest(Transport transport) {
    super(transport);
  }

  /** On a busy core, a thread that was woken up may go on after milliseconds. */
  @Test
  void shouldSleepWhileWhoWasWokenUpElsewhereHasNotReadYet() throws Exception {
    Loop loop = loops(1).place();
    Pipe pipe = Pipe.open();
    Pipe.SinkChannel sink = closing(pipe.sink());
    Pipe.SourceChannel source = closing(pipe.source());
    source.configureBlocking(false);
    Readiness readiness = new Readiness(loop, source, SelectionKey.OP_READ);
    BlockingQueue<Runnable> turns = new LinkedBlockingQueue<>();
    CompletableFuture<Integer> read = new CompletableFuture<>();
    JdkThreads.unstarted(turns::add, "reader", () -> read.complete(readTwice(readiness, source)))
        .start();
    for (int i = 0; i < 2; i++) {
      next(turns).run();
      sink.write(ByteBuffer.wrap(new byte[1]));
      eventually("it is woken up", () -> !turns.isEmpty());
      requireSleep(loop);
    }
    while (!read.isDone()) {
      next(turns).run();
    }
    assertThat(get(read)).isEqualTo(2);
  }

  /** The loop may find it made while who connects begins to wait for it. */
  @Test
  void shouldSleepOnceConnectionsAreMadeElsewhere() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = closing(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()));
    List<CompletableFuture<Boolean>> connecting = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      List<Socket> sockets = new ArrayList<>();
      for (int j = 0; j < 30; j++) {
        sockets.add(closing(sockets(loops).socket()));
      }
      connecting.add(elsewhere(() -> connect(sockets, listener)));
    }
    for (CompletableFuture<Boolean> connected : connecting) {
      assertThat(get(connected)).isTrue();
    }

    requireSleep(loops.place());
  }

  @Test
  void shouldSleepOnAllLoopsWhereNothingIsToBeDone() throws Exception {
    Loops loops = loops(3);
    eventually("nobody looks any more", () -> loops.all().stream().noneMatch(loops::looks));
    for (Loop loop : loops.all()) {
      requireSleep(loop);
    }
  }

  /**
   * A reader that need not wait, since input came before, has no time limit to tell the loop of.
   */
  @Test
  void shouldEndAWaitInTimeWhereAnotherWithALaterEndDidNotBegin() throws Exception {
    Loop loop = loops(1).place();
    Pipe first = Pipe.open();
    Pipe.SinkChannel sink = closing(first.sink());
    Readiness missed = joined(loop, closing(first.source()));
    Pipe second = Pipe.open();
    closing(second.sink());
    Readiness silent = joined(loop, closing(second.source()));
    sink.write(ByteBuffer.wrap(new byte[1]));
    requireSleep(loop);
    long now = System.nanoTime();

    missed.await(SelectionKey.OP_READ, now + TimeUnit.MILLISECONDS.toNanos(50));
    CompletableFuture<Boolean> waiting =
        elsewhere(
            () -> {
              silent.await(SelectionKey.OP_READ, now + TimeUnit.MILLISECONDS.toNanos(100));
              return true;
            });

    assertThat(get(waiting)).isTrue();
  }

  /** Kept, it would end each sleep of the loop's selector, and each pause of the others. */
  @Test
  void shouldSleepOnceItsThreadsWereInterrupted() throws Exception {
    assumeTrue(transport == Transport.NIO, "of a selector");
    Loops loops = loops(1, HASTE);
    Loop loop = loops.place();
    eventually("it rests", loops.relief()::isResting);
    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().matches("test-(loop-1|relief|watchdog)"))
            .toList();
    assertThat(threads).hasSizeGreaterThanOrEqualTo(3);

    threads.forEach(Thread::interrupt);

    eventually("all forget it", () -> threads.stream().noneMatch(Thread::isInterrupted));
    assertThat(get(on(loop, () -> true))).isTrue();
    eventually("it rests again", () -> loop.isAsleep() && loops.relief().isResting());
  }

  @Test
  void shouldRegisterNothingMoreOnceALoopIsClosing() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> keeping = computing(loop, end);
    Pipe pipe = Pipe.open();
    closing(pipe.sink());
    ServerSocket listener = listen(sockets(loops));
    loop.close();

    assertThat(joined(loop, closing(pipe.source())).registration().isOpen()).isFalse();
    assertThatThrownBy(listener::accept).hasMessage("Socket closed");
    end.countDown();
    get(keeping);
  }

  /** It takes no CPU time in twenty looks, one a millisecond. */
  private static void requireSleep(Loop loop) {
    AtomicLong last = new AtomicLong(-1);
    AtomicInteger calm = new AtomicInteger();
    eventually(
        "the loop sleeps",
        () -> {
          long now = ManagementFactory.getThreadMXBean().getThreadCpuTime(loop.thread().threadId());
          return (last.getAndSet(now) == now ? calm.incrementAndGet() : calm.getAndSet(0)) == 20;
        });
  }

  private static Readiness joined(Loop loop, Pipe.SourceChannel channel) throws IOException {
    channel.configureBlocking(false);
    return new Readiness(loop, channel, SelectionKey.OP_READ);
  }

  private static boolean connect(List<Socket> sockets, ServerSocket listener) throws IOException {
    for (Socket socket : sockets) {
      socket.connect(listener.getLocalSocketAddress(), 60_000);
    }
    return true;
  }

  private static Runnable next(BlockingQueue<Runnable> turns) throws InterruptedException {
    Runnable next = turns.poll(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    assertThat(next).as("a turn of the reader").isNotNull();
    return next;
  }

  /** Waits as a socket does: a signal says no more than that it is worth trying again. */
  private static int readTwice(Readiness readiness, Pipe.SourceChannel source) {
    try {
      int bytes = 0;
      while (bytes < 2) {
        int now = source.read(ByteBuffer.allocate(1));
        bytes += now;
        if (now == 0) {
          readiness.await(SelectionKey.OP_READ, 0);
        }
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
