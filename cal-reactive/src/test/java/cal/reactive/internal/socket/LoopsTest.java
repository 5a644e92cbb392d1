package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.stage.ActivityThreads;
import cal.core.spi.Cores;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.transport.Registration;
import cal.reactive.internal.transport.Transport;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("c2")
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class LoopsTest extends LoopFixture {
  LoopsTest(Transport transport) {
    super(transport);
  }

  @Test
  void shouldRunWhatOtherThreadsUnparkOnItsOwnThread() throws Exception {
    Loop loop = loops(1).place();
    for (int i = 0; i < 2_000; i++) {
      CountDownLatch latch = new CountDownLatch(1);
      CompletableFuture<Loop> ran =
          on(
              loop,
              () -> {
                await(latch, "release");
                return Loop.current();
              });
      latch.countDown();
      assertThat(get(ran)).isSameAs(loop);
    }
  }

  @Test
  void shouldLetMillionsOfYieldsStarveNobody() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> greedy = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      greedy.add(
          on(
              loops.place(),
              () -> {
                while (end.getCount() > 0) {
                  Thread.yield();
                }
                return true;
              }));
    }
    CompletableFuture<Socket> accepted = on(loops.place(), listener::accept);
    connect(listener);
    closing(get(accepted));
    end.countDown();
    for (CompletableFuture<Boolean> one : greedy) {
      get(one);
    }
  }

  /** A first request that is there already waits for no look of the loop. */
  @Test
  void shouldReadAtOnceWhatCameBeforeTheFirstRead() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    connect(listener).getOutputStream().write('a');
    CompletableFuture<Registration> registrationAfterRead =
        on(
            loops.place(),
            () -> {
              Socket accepted = closing(listener.accept());
              while (accepted.getInputStream().available() == 0) {
                Thread.yield();
              }
              assertThat(accepted.getInputStream().read()).isEqualTo('a');
              return ((LoopSocket) accepted).connection().registration();
            });
    assertThat(get(registrationAfterRead)).as("its registration with the poller").isNull();
  }

  @Test
  void shouldAcceptWhereTimersAreDueAgainAndAgain() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    ServerSocket listener = listen(sockets(loops));
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> timed = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      connect(listener);
      Socket silent = closing(get(on(loop, listener::accept)));
      silent.setSoTimeout(1);
      timed.add(on(loop, () -> timesOutUntil(end, silent)));
    }

    CompletableFuture<Socket> accepting = new CompletableFuture<>();
    Thread acceptor =
        JdkThreads.unstarted(loop, "acceptor", () -> complete(accepting, listener::accept));
    acceptor.start();
    eventually("it waits", () -> acceptor.getState() == Thread.State.WAITING);
    connect(listener);
    closing(get(accepting));
    end.countDown();
    for (CompletableFuture<Boolean> one : timed) {
      assertThat(get(one)).isTrue();
    }
  }

  /** Reads in vain, and computes for longer than the other may wait. */
  private static boolean timesOutUntil(CountDownLatch end, Socket silent) throws IOException {
    while (end.getCount() > 0) {
      try {
        return silent.getInputStream().read() < 0;
      } catch (SocketTimeoutException expected) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3);
        while (System.nanoTime() - until < 0) {
          Thread.onSpinWait();
        }
      }
    }
    return true;
  }

  @Test
  void shouldServeAConnectionOfABusyLoopOnAnIdleOne() throws Exception {
    Loops loops = loops(2);
    Loop busy = loops.place();
    ServerSocket listener = listen(sockets(loops));
    CompletableFuture<Socket> accepting = on(busy, listener::accept);
    Socket client = connect(listener);
    Socket accepted = closing(get(accepting));
    CompletableFuture<Integer> first = on(busy, () -> accepted.getInputStream().read());
    client.getOutputStream().write(1);
    assertThat(get(first)).as("the connection has joined the loop").isEqualTo(1);
    CompletableFuture<Integer> second = on(busy, () -> accepted.getInputStream().read());
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Loop> keeps = new CompletableFuture<>();
    CompletableFuture<Boolean> computation =
        on(
            busy,
            () -> {
              keeps.complete(Loop.current());
              return keepBusyUntil(end);
            });
    // The other one, where that has helped before this one began.
    Loop kept = get(keeps);
    CompletableFuture<Loop> behind = on(kept, Loop::current);
    client.getOutputStream().write(2);
    assertThat(get(second)).as("read while its loop is busy").isEqualTo(2);
    assertThat(get(behind)).as("runs elsewhere").isNotSameAs(kept);
    assertThat(computation).isNotDone();
    end.countDown();
    assertThat(get(computation)).isTrue();
  }

  @Test
  void shouldNoticeABusyLoopAfterALongSleep() throws Exception {
    Loops loops = loops(2);
    Loop busy = loops.place();
    eventually("all sleep", () -> loops.all().stream().allMatch(Loop::isAsleep));
    eventually("nobody looks any more", () -> loops.all().stream().noneMatch(loops::looks));
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation = on(busy, () -> keepBusyUntil(end));
    CompletableFuture<Boolean> behind = on(busy, () -> true);
    assertThat(get(behind)).isTrue();
    assertThat(computation).isNotDone();
    end.countDown();
    get(computation);
  }

  @Test
  void shouldPlaceActivitiesOnTheLoopWithFewer() {
    Loops loops = loops(2);
    int[] placed = new int[2];
    for (int i = 0; i < 1_000; i++) {
      Loop loop = loops.place();
      loop.activities().incrementAndGet();
      placed[loops.all().indexOf(loop)]++;
    }
    assertThat(placed[0]).isBetween(400, 600);
    loops.all().getFirst().activities().set(0);
    for (int i = 0; i < 100; i++) {
      assertThat(loops.place()).isSameAs(loops.all().getFirst());
    }
  }

  @Test
  void shouldLeaveNoDescriptorsAndThreadsBehind() throws Exception {
    Loops loops =
        new Loops("short-lived", 2, HASTE, READ_AHEAD, transport, Scheduling.LOOPS, Cores.ALL);
    ServerSocket listener = sockets(loops).serverSocket();
    listener.bind(null);
    CompletableFuture<Socket> waits = on(loops.place(), listener::accept);
    loops.close();
    assertThatThrownBy(() -> get(waits)).hasCauseInstanceOf(IOException.class);
    eventually(
        "the threads end",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("short-lived")));
  }

  @Test
  void shouldHoldUpOnlyTheWriterWhosePeerDoesNotRead() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    Socket deaf = connect(listener);
    Socket deafAccepted = closing(get(on(loops.place(), listener::accept)));
    byte[] frame = new byte[8 << 20];
    CompletableFuture<Boolean> write =
        on(
            loops.place(),
            () -> {
              deafAccepted.getOutputStream().write(frame);
              return true;
            });
    for (int i = 0; i < 100; i++) {
      Socket client = connect(listener);
      Socket accepted = closing(get(on(loops.place(), listener::accept)));
      CompletableFuture<Integer> read = on(loops.place(), () -> accepted.getInputStream().read());
      client.getOutputStream().write(7);
      assertThat(get(read)).isEqualTo(7);
    }
    assertThat(write).isNotDone();
    assertThat(deaf.getInputStream().readNBytes(frame.length)).hasSize(frame.length);
    assertThat(get(write)).isTrue();
  }

  @Test
  void shouldFailToWaitOnceTheLoopsAreClosed() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    loops.close();
    assertThatThrownBy(listener::accept).isInstanceOf(SocketException.class);
    assertThatThrownBy(listener::accept).hasMessage("Socket closed");
  }

  @Test
  void shouldKnowTimesOfWeeksAndOfCenturies() {
    Duration weeks = Duration.ofMinutes(71_583);
    assertThat(Timers.deadlineIn(weeks.toMillis()) - System.nanoTime())
        .isGreaterThan(weeks.minusMinutes(10).toNanos());
    assertThat(Timers.isPast(Timers.deadlineIn(Long.MAX_VALUE))).isFalse();
    Map<String, String> settings =
        Map.of("cal.model", "reactive", "cal.reactive.idle-timeout", "71583m");
    try (ActivityThreads threads = new ActivityThreads(settings)) {
      assertThat(((LoopSockets) threads.sockets()).services().limits().idleTimeoutMillis())
          .isEqualTo(weeks.toMillis());
    }
  }

  @Test
  void shouldBeClosedByAnActivityOfTheirs() throws Exception {
    Loops loops = loops(1);
    CompletableFuture<Boolean> closing =
        on(
            loops.place(),
            () -> {
              loops.close();
              return true;
            });
    assertThat(get(closing)).isTrue();
    loops.all().getFirst().thread().join();
  }

  @Test
  void shouldHoldAsManyConnectionsAsTheBacklogUntilTheyAreAccepted() throws Exception {
    ServerSocket listener = listen(sockets(loops(1)));
    for (int i = 0; i < 200; i++) {
      Socket client = closing(new Socket());
      client.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()), 60_000);
    }
    assertThat(listener.isBound()).isTrue();
  }

  @Test
  void shouldSendAFileWithoutSpinningWhereThePeerIsSlow() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    Socket accepted = closing(get(on(loops.place(), listener::accept)));
    Path file = Files.createTempFile("cal", ".bin");
    try {
      byte[] content = new byte[5 << 20];
      new java.util.Random(1).nextBytes(content);
      Files.write(file, content);
      CompletableFuture<Long> sent =
          on(
              loops.place(),
              () -> {
                try (InputStream in = new FileInputStream(file.toFile())) {
                  return sockets(loops).transfer(in, accepted.getOutputStream()).orElseThrow();
                }
              });
      Loop loop = loops.place();
      eventually("the peer's window is full", loop::isAsleep);
      long turns = loop.turns();
      byte[] received = client.getInputStream().readNBytes(content.length);
      assertThat(received).isEqualTo(content);
      assertThat(get(sent)).isEqualTo(content.length);
      assertThat((loop.turns() - turns) / 2).as("turns, one for each readiness").isLessThan(2_000);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void shouldKeepWhatWasReadForTheConnectionThatItBelongsTo() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    List<Socket> clients = new ArrayList<>();
    List<CompletableFuture<byte[]>> results = new ArrayList<>();
    int length = 300_000;
    for (int i = 0; i < 8; i++) {
      clients.add(connect(listener));
      Socket accepted = closing(get(on(loops.place(), listener::accept)));
      results.add(on(loops.place(), () -> readInPieces(accepted, length)));
    }
    List<byte[]> sent = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      byte[] content = new byte[length];
      new java.util.Random(i).nextBytes(content);
      sent.add(content);
      Socket client = clients.get(i);
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  client.getOutputStream().write(content);
                } catch (IOException failure) {
                  throw new java.io.UncheckedIOException(failure);
                }
              });
    }
    for (int i = 0; i < clients.size(); i++) {
      assertThat(get(results.get(i))).isEqualTo(sent.get(i));
    }
  }

  /** Small pieces, and now and then a turn for the others in between. */
  private static byte[] readInPieces(Socket socket, int length) throws IOException {
    byte[] content = new byte[length];
    for (int at = 0; at < length; ) {
      int count = socket.getInputStream().read(content, at, Math.min(777, length - at));
      assertThat(count).isPositive();
      at += count;
      if (at % 5 == 0) {
        Thread.yield();
      }
    }
    return content;
  }

  /**
   * Of two readers whose bytes have come, one keeps the loop, and the other has not gone on yet.
   */
  @Test
  void shouldKnowOfInputThatAWaitingReaderHasNotTaken() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    ServerSocket listener = listen(sockets(loops));
    CountDownLatch end = new CountDownLatch(1);
    List<LoopSocket> accepted = new ArrayList<>();
    List<Socket> peers = new ArrayList<>();
    List<CompletableFuture<Boolean>> reads = new ArrayList<>();
    Queue<LoopSocket> readers = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 2; i++) {
      peers.add(connect(listener));
      LoopSocket socket = (LoopSocket) closing(get(on(loop, listener::accept)));
      accepted.add(socket);
      reads.add(
          on(
              loop,
              () -> {
                int read = socket.getInputStream().read();
                readers.add(socket);
                return keepBusyUntil(end) && read >= 0;
              }));
    }
    CountDownLatch sent = new CountDownLatch(1);
    get(on(loop, () -> 0)); // both wait
    CompletableFuture<Boolean> computation = computing(loop, sent);
    for (Socket peer : peers) {
      peer.getOutputStream().write(7);
    }
    sent.countDown();
    get(computation);
    eventually("one has read", () -> readers.size() == 1);
    accepted.remove(readers.peek());

    assertThat(accepted.getFirst().hasInput()).isTrue();

    end.countDown();
    for (CompletableFuture<Boolean> read : reads) {
      assertThat(get(read)).isTrue();
    }
  }
}
