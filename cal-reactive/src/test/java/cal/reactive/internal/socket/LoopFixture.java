package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.contract.ModelFixture;
import cal.core.spi.Cores;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.OS;

/** Loops for a test, what runs on them, sockets over them; all closed after the test. */
@Timeout(300)
public abstract class LoopFixture {
  protected static final Duration DEADLINE = Duration.ofMinutes(2);

  /** Of all connections of a test's loops. */
  protected static final long READ_AHEAD = 1 << 20;

  /** Loops that share their work soon. */
  protected static final Patience HASTE =
      new Patience(Duration.ofMillis(100), Duration.ofMillis(10), 4);

  private final List<AutoCloseable> opened = new ArrayList<>();

  /** Beneath the loops. */
  final Transport transport;

  protected LoopFixture() {
    this(Transport.NIO);
  }

  protected LoopFixture(Transport transport) {
    this.transport = transport;
    assumeKnown(transport);
  }

  /** Skips a test of a transport that another system than Linux does not have. */
  public static void assumeKnown(Transport transport) {
    assumeTrue(OS.LINUX.isCurrentOs() || transport == Transport.NIO, transport + " is of Linux");
  }

  protected Loops loops(int number) {
    return loops(number, Duration.ZERO);
  }

  protected Loops loops(int number, Duration slowStep) {
    return loops(number, slowStep, READ_AHEAD);
  }

  protected Loops loops(int number, Duration slowStep, long readAhead) {
    return loops(number, new Patience(slowStep, Duration.ZERO, 1), readAhead);
  }

  protected Loops loops(int number, Patience patience) {
    return loops(number, patience, READ_AHEAD);
  }

  protected Loops loops(int number, Patience patience, long readAhead) {
    return closing(
        new Loops("test", number, patience, readAhead, transport, Scheduling.LOOPS, Cores.ALL));
  }

  protected static LoopSockets sockets(Loops loops) {
    return new LoopSockets(loops, 4096, SocketLimits.NONE);
  }

  protected <T extends AutoCloseable> T closing(T resource) {
    opened.add(resource);
    return resource;
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (AutoCloseable resource : opened.reversed()) {
      resource.close();
    }
  }

  /** Runs a call as a virtual thread of a loop. */
  protected static <T> CompletableFuture<T> on(Loop loop, Callable<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    JdkThreads.unstarted(loop, "test-activity", () -> complete(result, call)).start();
    return result;
  }

  /** Runs a call on a platform thread of its own. */
  protected static <T> CompletableFuture<T> elsewhere(Callable<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform().daemon().start(() -> complete(result, call));
    return result;
  }

  protected static <T> void complete(CompletableFuture<T> result, Callable<T> call) {
    try {
      result.complete(call.call());
    } catch (Throwable thrown) {
      result.completeExceptionally(thrown);
    }
  }

  protected static <T> T get(CompletableFuture<T> result) throws Exception {
    return result.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  protected static void await(CountDownLatch latch, String what) throws InterruptedException {
    assertThat(latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).as(what).isTrue();
  }

  protected static void eventually(String what, Callable<Boolean> condition) {
    ModelFixture.eventually(what, condition);
  }

  /** A computation that has begun, and lasts until the latch is counted down. */
  protected static CompletableFuture<Boolean> computing(Loop loop, CountDownLatch end)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> computation =
        on(
            loop,
            () -> {
              begun.countDown();
              return keepBusyUntil(end);
            });
    await(begun, "the computation");
    return computation;
  }

  /** Keeps the thread that calls until the latch is counted down, as a computation would. */
  public static boolean keepBusyUntil(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
    return true;
  }

  /** Holds a monitor, on a platform thread, until it is closed. */
  protected static final class Holder implements AutoCloseable {
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final Thread thread;

    public Holder(Object monitor) throws InterruptedException {
      thread = Thread.ofPlatform().daemon().start(() -> hold(monitor));
      await(held, "the monitor");
    }

    private void hold(Object monitor) {
      synchronized (monitor) {
        held.countDown();
        try {
          release.await();
        } catch (InterruptedException e) {
          throw new AssertionError("nobody interrupts", e);
        }
      }
    }

    @Override
    public void close() throws InterruptedException {
      release.countDown();
      thread.join();
    }
  }

  protected ServerSocket listen(LoopSockets sockets) throws Exception {
    ServerSocket listener = closing(sockets.serverSocket());
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return listener;
  }

  /** A client of the JDK, for this side of a connection. */
  protected Socket connect(ServerSocket listener) throws Exception {
    return closing(new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
  }
}
