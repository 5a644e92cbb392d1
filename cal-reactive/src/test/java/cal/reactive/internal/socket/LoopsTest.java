package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.stage.ActivityThreads;
import cal.core.spi.Cores;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.step.Readiness;
import cal.reactive.internal.transport.Registration;
import cal.reactive.internal.transport.Transport;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("c2")
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class LoopsTest extends LoopFixture {
  private static final int IDLE_MILLIS = 1_000;

  private static final Patience PATIENCE =
      new Patience(Duration.ofMillis(100), Duration.ofMillis(10), 4);

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

  /**
   * Unmounted, it would be next to get a lock that its loop's own thread waits for behind it, and
   * never run.
   */
  @Test
  void shouldKeepAThreadMountedThatWaitsForALockOfTheSelector() throws Exception {
    assumeTrue(transport == Transport.NIO, "of a selector");
    Loop loop = loops(1).place();
    Pipe pipe = Pipe.open();
    closing(pipe.sink());
    Pipe.SourceChannel channel = closing(pipe.source());
    channel.configureBlocking(false);
    requireMounted(
        loop, channel.blockingLock(), () -> new Readiness(loop, channel, SelectionKey.OP_READ));
  }

  private void requireMounted(Loop loop, Object lock, Executable call) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Thread calling =
        JdkThreads.unstarted(
            loop,
            "calling",
            () -> {
              begun.countDown();
              keepBusyUntil(held);
              try {
                call.execute();
                done.complete(true);
              } catch (Throwable failure) {
                done.completeExceptionally(failure);
              }
            });
    calling.start();
    await(begun, "a turn");
    try (Holder holder = closing(new Holder(lock))) {
      held.countDown();
      eventually("it waits", () -> calling.getState() == Thread.State.BLOCKED);
      assertThat(JdkThreads.carrierOf(calling)).isSameAs(loop.thread());
      holder.close();
      assertThat(get(done)).isTrue();
    }
  }

  /**
   * Unmounted, another turn would use the loop's buffers meanwhile, or the loop wait for what the
   * thread holds.
   */
  @Test
  void shouldKeepAThreadMountedThatWaitsForALockOfAChannel() throws Exception {
    assumeTrue(transport == Transport.NIO, "of a selector");
    Loops loops = loops(1);
    Loop loop = loops.place();
    ServerSocketChannel peer = closing(ServerSocketChannel.open());
    peer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Connection connecting = connection(loops);
    requireMounted(
        loop, stateLock(connecting), () -> connecting.connect(peer.getLocalAddress(), 0));
    requireMounted(
        loop, stateLock(connecting), () -> connecting.setOption(SocketOptions.SO_OOBINLINE, true));
    requireMounted(
        loop, stateLock(connecting), () -> connecting.getOption(SocketOptions.SO_OOBINLINE));
    Connection writing = connection(loops);
    writing.connect(peer.getLocalAddress(), 0);
    requireMounted(loop, stateLock(writing), () -> writing.output().write(new byte[1], 0, 1));
    Connection sending = connection(loops);
    sending.connect(peer.getLocalAddress(), 0);
    Path file = Files.createTempFile("cal", ".bin");
    Files.write(file, new byte[10]);
    FileChannel content = closing(FileChannel.open(file, StandardOpenOption.DELETE_ON_CLOSE));
    requireMounted(loop, stateLock(sending), () -> sending.output().send(content, 0, 10));
    Acceptor accepting = new Acceptor(sockets(loops).services());
    accepting.create(true);
    closing(accepting::close);
    accepting.bind(InetAddress.getLoopbackAddress(), 0);
    accepting.listen(1);
    closing(SocketChannel.open(accepting.channel().getLocalAddress()));
    Connection accepted = closed(new Connection(sockets(loops).services()));
    requireMounted(loop, stateLock(accepting), () -> accepting.accept(accepted));
  }

  private Connection connection(Loops loops) throws IOException {
    Connection connection = closed(new Connection(sockets(loops).services()));
    connection.create(true);
    return connection;
  }

  private Connection closed(Connection connection) {
    closing((AutoCloseable) connection::close);
    return connection;
  }

  /** The lock that guards a channel's state, under which threads block each other. */
  private static Object stateLock(Endpoint<?> endpoint) throws Exception {
    Field lock = endpoint.channel().getClass().getDeclaredField("stateLock");
    lock.setAccessible(true);
    return lock.get(endpoint.channel());
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

  private static Readiness joined(Loop loop, Pipe.SourceChannel channel) throws IOException {
    channel.configureBlocking(false);
    return new Readiness(loop, channel, SelectionKey.OP_READ);
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
        new Loops("short-lived", 2, PATIENCE, READ_AHEAD, transport, Scheduling.LOOPS, Cores.ALL);
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

  @Test
  void shouldFailToWaitOnceTheLoopsAreClosed() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    loops.close();
    assertThatThrownBy(listener::accept).isInstanceOf(SocketException.class);
    assertThatThrownBy(listener::accept).hasMessage("Socket closed");
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

  /** Kept, it would end each sleep of the loop's selector, and each pause of the others. */
  @Test
  void shouldSleepOnceItsThreadsWereInterrupted() throws Exception {
    assumeTrue(transport == Transport.NIO, "of a selector");
    Loops loops = loops(1, PATIENCE);
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
