package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.transport.Transport;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection is idle where nothing is read and nothing written, and no other. */
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class IdleConnectionsTest extends LoopFixture {
  private static final int IDLE_MILLIS = 1_000;

  IdleConnectionsTest(Transport transport) {
    super(transport);
  }

  @Test
  void shouldEndAConnectionThatIsIdleForTooLongAndNoOther() throws Exception {
    tryUntilUndisturbed(this::endOneOfTwoThatIsIdle);
  }

  /** Something that says how long the test itself has paused, and that fails where it paused. */
  private interface Attempt {
    void run(Pauses pauses) throws Exception;
  }

  /** The longest time between two ticks. */
  private static final class Pauses {
    private long last = System.nanoTime();
    private long longest;

    void tick() {
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      last = now;
    }
  }

  /** A busy machine may hold the test for so long that a connection is idle which should not be. */
  private static void tryUntilUndisturbed(Attempt attempt) throws Exception {
    for (int i = 1; ; i++) {
      Pauses pauses = new Pauses();
      try {
        attempt.run(pauses);
        return;
      } catch (AssertionError failure) {
        pauses.tick();
        if (i == 50 || pauses.longest < TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS / 2)) {
          throw failure;
        }
      }
    }
  }

  private void endOneOfTwoThatIsIdle(Pauses pauses) throws Exception {
    Loops loops = loops(1);
    LoopSockets sockets = new LoopSockets(loops, 50, new SocketLimits(IDLE_MILLIS, 0, 0));
    ServerSocket listener = listen(sockets);
    Socket idleClient = connect(listener);
    Socket idle = closing(get(on(loops.place(), listener::accept)));
    Socket busyClient = connect(listener);
    Socket busy = closing(get(on(loops.place(), listener::accept)));
    AtomicInteger received = new AtomicInteger();
    CompletableFuture<Integer> busyEnd =
        on(
            loops.place(),
            () -> {
              while (busy.getInputStream().read() >= 0) {
                received.incrementAndGet();
              }
              return received.get();
            });
    CompletableFuture<Integer> idleEnd = on(loops.place(), () -> idle.getInputStream().read());
    OutputStream out = busyClient.getOutputStream();
    while (!idleEnd.isDone()) {
      int seen = received.get();
      out.write(1);
      eventually("the byte comes", () -> received.get() > seen || busyEnd.isDone());
      pauses.tick();
    }
    assertThat(get(idleEnd)).isEqualTo(-1);
    assertThat(busyEnd).isNotDone();
    busyClient.shutdownOutput();
    assertThat(get(busyEnd)).isPositive();
    assertThat(idleClient.isClosed()).isFalse();
  }

  /** Two others that are idle tell the time. */
  @Test
  void shouldNotTakeForIdleWhatIsWrittenToSlowly() throws Exception {
    tryUntilUndisturbed(this::writeSlowly);
  }

  private void writeSlowly(Pauses pauses) throws Exception {
    Loops loops = loops(1);
    LoopSockets sockets = new LoopSockets(loops, 50, new SocketLimits(IDLE_MILLIS, 0, 0));
    ServerSocket listener = listen(sockets);
    Socket client = connect(listener);
    Socket slow = closing(get(on(loops.place(), listener::accept)));
    CompletableFuture<Integer> end = on(loops.place(), () -> slow.getInputStream().read());
    CompletableFuture<Boolean> write =
        on(
            loops.place(),
            () -> {
              while (!end.isDone()) {
                slow.getOutputStream().write(new byte[8 << 20]);
              }
              return true;
            });
    connect(listener);
    Socket idle = closing(get(on(loops.place(), listener::accept)));
    CompletableFuture<Integer> idleEnd = on(loops.place(), () -> idle.getInputStream().read());
    eventually(
        "a timeout",
        () -> {
          pauses.tick();
          return client.getInputStream().readNBytes(200_000) == null || idleEnd.isDone();
        });
    assertThat(write).isNotDone();
    assertThat(end).isNotDone();
  }

  /** Bytes behind the end, which no read brings, are no request for a drain to wait for. */
  @Test
  void shouldKnowThatAnIdleInputHasEnded() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    LoopSockets sockets = new LoopSockets(loops, 50, new SocketLimits(1, 0, 0));
    ServerSocket listener = listen(sockets);
    Socket peer = connect(listener);
    LoopSocket idle = (LoopSocket) closing(get(on(loop, listener::accept)));
    assertThat(get(on(loop, () -> idle.getInputStream().read()))).isEqualTo(-1);
    peer.getOutputStream().write(7);
    ServerSocket later = listen(sockets);
    Socket next = connect(later);
    Socket busy = closing(get(on(loop, later::accept)));
    next.getOutputStream().write(7);
    eventually(
        "the loop has seen both",
        () -> get(on(loop, () -> busy.getInputStream().available())) == 1);
    assertThat(idle.hasInput()).isFalse();
  }
}
