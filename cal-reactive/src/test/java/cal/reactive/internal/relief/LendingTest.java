package cal.reactive.internal.relief;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.support.ShortGrace;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.socket.LoopFixture;
import cal.reactive.internal.transport.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A loop whose thread one turn keeps is served by a spare thread. */
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class LendingTest extends LoopFixture {
  private static final int SPARES = 8;

  LendingTest(Transport transport) {
    super(transport);
  }

  private Loops lending(int number) {
    return loops(number, new Patience(Duration.ZERO, Duration.ofMillis(5), SPARES));
  }

  /** The call that the next initialiser makes. */
  private static volatile Callable<?> inInitialiser;

  private static Object call() {
    try {
      return inInitialiser.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Classes are made of it, each of which is initialised once. */
  @SuppressWarnings({"UnusedNestedClass", "UnusedVariable"}) // its bytes are
  private static final class Initialised {
    static final Object VALUE = call();
  }

  /** Initialises a class that is new, and answers its value; each caller waits for the first. */
  private static Callable<Object> initialising(Callable<?> call) throws Exception {
    inInitialiser = call;
    byte[] bytes;
    try (InputStream file =
        LendingTest.class.getResourceAsStream("LendingTest$Initialised.class")) {
      bytes = file.readAllBytes();
    }
    MethodHandles.Lookup made =
        MethodHandles.lookup()
            .defineHiddenClass(bytes, false, MethodHandles.Lookup.ClassOption.NESTMATE);
    Field value = made.lookupClass().getDeclaredField("VALUE");
    value.setAccessible(true);
    return () -> value.get(null);
  }

  /** A lock that a platform thread holds, until it is told to let go. */
  private static final class Held {
    final ReentrantLock lock = new ReentrantLock();
    final CountDownLatch release = new CountDownLatch(1);

    Held() throws InterruptedException {
      CountDownLatch held = new CountDownLatch(1);
      CompletableFuture<Boolean> unused = elsewhere(() -> holdUntilReleased(held));
      await(held, "the lock");
    }

    private boolean holdUntilReleased(CountDownLatch held) throws InterruptedException {
      lock.lock();
      try {
        held.countDown();
        release.await();
        return true;
      } finally {
        lock.unlock();
      }
    }

    boolean lockAndUnlock() {
      lock.lock();
      try {
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Queues for the lock, on a loop, before all that queue from now on. */
    CompletableFuture<Boolean> queuedOn(Loop loop) {
      int before = lock.getQueueLength();
      CompletableFuture<Boolean> queued = on(loop, this::lockAndUnlock);
      awaitQueue(before + 1);
      return queued;
    }

    void awaitQueue(int length) {
      eventually(length + " threads queue", () -> lock.getQueueLength() == length);
    }
  }

  @Test
  void shouldGoOnWhereAClassInitialiserQueuesBehindAnActivityOfItsLoop() throws Exception {
    Loop loop = lending(1).place();
    Held held = new Held();
    CompletableFuture<Boolean> next = held.queuedOn(loop);
    Callable<Object> initialiser = initialising(held::lockAndUnlock);
    List<CompletableFuture<Object>> pinned = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      pinned.add(on(loop, initialiser));
    }
    held.awaitQueue(2);

    held.release.countDown();

    assertThat(get(next)).isTrue();
    for (CompletableFuture<Object> one : pinned) {
      assertThat(get(one)).isEqualTo(true);
    }
  }

  @Test
  void shouldGoOnWhereTurnsOnAllLoopsQueueBehindAnActivityOfTheirs() throws Exception {
    List<Loop> loops = lending(2).all();
    Held held = new Held();
    CompletableFuture<Boolean> next = held.queuedOn(loops.getFirst());
    Callable<Object> initialiser = initialising(held::lockAndUnlock);
    CompletableFuture<Object> first = on(loops.getFirst(), initialiser);
    held.awaitQueue(2);
    CompletableFuture<Object> second = on(loops.getLast(), initialiser);

    held.release.countDown();

    assertThat(get(next)).isTrue();
    assertThat(get(first)).isEqualTo(true);
    assertThat(get(second)).isEqualTo(true);
  }

  /** Threads of pools, too, queue behind an activity whose loop computes. */
  @Test
  void shouldLetALockGoThroughAnActivityWhoseLoopComputes() throws Exception {
    Loop loop = lending(1).place();
    Held held = new Held();
    CompletableFuture<Boolean> next = held.queuedOn(loop);
    CompletableFuture<Boolean> worker = elsewhere(held::lockAndUnlock);
    held.awaitQueue(2);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation = computing(loop, end);

    held.release.countDown();

    assertThat(get(worker)).isTrue();
    assertThat(get(next)).isTrue();
    assertThat(computation).isNotDone();
    end.countDown();
    get(computation);
  }

  /** Also without a spare thread: the bytes do not wait for the end of the turn. */
  @Test
  void shouldSendTheAnswerOfATurnThatComputesAfterwards() throws Exception {
    Loops loops = loops(1, new Patience(Duration.ZERO, Duration.ZERO, 1));
    Loop loop = loops.place();
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    Socket accepted = closing(get(on(loop, listener::accept)));
    CompletableFuture<Integer> answer = elsewhere(() -> client.getInputStream().read());
    CompletableFuture<Boolean> turn =
        on(
            loop,
            () -> {
              accepted.getOutputStream().write(accepted.getInputStream().read());
              long since = System.nanoTime();
              while (!answer.isDone() && System.nanoTime() - since < DEADLINE.toNanos()) {
                Thread.onSpinWait();
              }
              return answer.isDone();
            });
    eventually("the turn waits for its request", loop::isAsleep);
    client.getOutputStream().write(7);
    assertThat(get(turn)).as("the answer came within the turn").isTrue();
    assertThat(get(answer)).isEqualTo(7);
  }

  @Test
  void shouldServeConnectionsWhileTurnsCompute() throws Exception {
    Loops loops = lending(1);
    Loop loop = loops.place();
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    Socket accepted = closing(get(on(loop, listener::accept)));
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> computations = new ArrayList<>();
    for (int i = 1; i < SPARES; i++) {
      computations.add(computing(loop, end));
    }

    for (int i = 0; i < 10; i++) {
      CompletableFuture<Integer> read = on(loop, () -> accepted.getInputStream().read());
      client.getOutputStream().write(i);
      assertThat(get(read)).isEqualTo(i);
    }

    assertThat(computations).noneMatch(CompletableFuture::isDone);
    end.countDown();
    for (CompletableFuture<Boolean> computation : computations) {
      get(computation);
    }
    assertThat(get(on(loop, () -> true))).isTrue();
  }

  @Test
  void shouldWaitForATurnToEndWhereNoSpareThreadIsLeft() throws Exception {
    Loop loop = lending(1).place();
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> computations = new ArrayList<>();
    for (int i = 0; i <= SPARES; i++) {
      computations.add(computing(loop, end));
    }
    CompletableFuture<Boolean> behind = on(loop, () -> true);
    assertThat(behind).isNotDone();
    end.countDown();
    assertThat(get(behind)).isTrue();
    for (CompletableFuture<Boolean> computation : computations) {
      get(computation);
    }
  }

  @Test
  void shouldNoticeATurnThatComputesAfterALongSleep() throws Exception {
    Loops loops = lending(1);
    Loop loop = loops.place();
    eventually("it rests", loops.relief()::isResting);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation = computing(loop, end);
    assertThat(get(on(loop, () -> true))).isTrue();
    end.countDown();
    get(computation);
  }

  /** Closes loops, some of which do not end. */
  private static void closeSoon(Loops loops) throws InterruptedException {
    try (ShortGrace unused = new ShortGrace()) {
      loops.close();
    }
  }

  @Test
  void shouldCloseWhatWaitsWhereATurnComputes() throws Exception {
    Loops loops = lending(1);
    Loop loop = loops.place();
    ServerSocket listener = listen(sockets(loops));
    CompletableFuture<Socket> waits = on(loop, listener::accept);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation = computing(loop, end);
    closeSoon(loops);
    assertThatThrownBy(() -> get(waits)).hasCauseInstanceOf(IOException.class);
    end.countDown();
    get(computation);
    eventually("the threads end", () -> loops.threads().alive().isEmpty());
  }

  /** The spare thread comes to the end of a closed loop before the turn does. */
  @Test
  void shouldGoOnWithATurnThatOutlivesTheEndOfItsLoop() throws Exception {
    Loops loops = lending(1);
    Loop loop = loops.place();
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation =
        on(
            loop,
            () -> {
              keepBusyUntil(end);
              Thread.yield();
              return true;
            });
    assertThat(get(on(loop, () -> true))).as("the loop was lent").isTrue();
    closeSoon(loops);
    end.countDown();
    assertThat(get(computation)).isTrue();
    eventually("the threads end", () -> loops.threads().alive().isEmpty());
  }

  /** The turn keeps its thread until another turn, ready after the end of the loop, is over. */
  @Test
  void shouldRunTurnsOfAClosedLoopForATurnThatOutlivesItsEnd() throws Exception {
    Loops loops = lending(1);
    Loop loop = loops.place();
    CountDownLatch closed = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> parked =
        on(
            loop,
            () -> {
              closed.await();
              end.countDown();
              return true;
            });
    CompletableFuture<Boolean> computation = computing(loop, end);
    assertThat(get(on(loop, () -> true))).as("the loop was lent").isTrue();
    closeSoon(loops);
    eventually("the spare thread has come to the end", loop::isAsleep);
    closed.countDown();
    assertThat(get(computation)).isTrue();
    assertThat(get(parked)).isTrue();
    eventually("the threads end", () -> loops.threads().alive().isEmpty());
  }

  @Test
  void shouldEndAWaitForInputUnderAClassInitialiser() throws Exception {
    Loops loops = lending(1);
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    Socket accepted = closing(get(on(loops.place(), listener::accept)));
    CountDownLatch begun = new CountDownLatch(1);
    Callable<Object> initialiser =
        initialising(
            () -> {
              begun.countDown();
              return accepted.getInputStream().read();
            });
    CompletableFuture<Object> pinned = on(loops.place(), initialiser);
    await(begun, "the initialiser");
    client.getOutputStream().write(9);
    assertThat(get(pinned)).isEqualTo(9);
  }

  @Test
  void shouldEndATimedWaitUnderAClassInitialiser() throws Exception {
    Loops loops = lending(1);
    ServerSocket listener = listen(sockets(loops));
    connect(listener);
    Socket accepted = closing(get(on(loops.place(), listener::accept)));
    accepted.setSoTimeout(50);
    Callable<Object> initialiser = initialising(() -> failureOfRead(accepted));
    assertThat(get(on(loops.place(), initialiser))).isEqualTo("Read timed out");
  }

  private static String failureOfRead(Socket socket) {
    try {
      return "read " + socket.getInputStream().read();
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** Some turns compute for about as long as they may, so that loops are lent at any moment. */
  @Test
  void shouldLoseNothingWhereLoopsAreLentAgainAndAgain() throws Exception {
    Loops loops = loops(1, new Patience(Duration.ZERO, Duration.ofMillis(1), SPARES));
    ServerSocket listener = listen(sockets(loops));
    List<CompletableFuture<byte[]>> results = new ArrayList<>();
    List<CompletableFuture<Boolean>> writes = new ArrayList<>();
    List<byte[]> sent = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      byte[] content = new byte[40_000];
      new Random(i).nextBytes(content);
      sent.add(content);
      Socket client = connect(listener);
      Socket accepted = closing(get(on(loops.place(), listener::accept)));
      results.add(on(loops.place(), () -> readAndCompute(accepted, content.length)));
      writes.add(
          elsewhere(
              () -> {
                client.getOutputStream().write(content);
                return true;
              }));
    }
    for (int i = 0; i < sent.size(); i++) {
      assertThat(get(writes.get(i))).isTrue();
      assertThat(get(results.get(i))).isEqualTo(sent.get(i));
    }
  }

  private static byte[] readAndCompute(Socket socket, int length) throws IOException {
    Random random = new Random(length);
    byte[] content = new byte[length];
    int at = 0;
    while (at < length) {
      at += socket.getInputStream().read(content, at, Math.min(777, length - at));
      if (random.nextInt(4) == 0) {
        computeFor(random.nextInt(3_000));
      }
      if (random.nextBoolean()) {
        Thread.yield();
      }
    }
    return content;
  }

  private static void computeFor(int micros) {
    long until = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldHaveOneThreadRelieveATurnThatSeveralHaveSeen() throws Exception {
    Loops loops = loops(1, new Patience(Duration.ZERO, Duration.ZERO, SPARES));
    Loop loop = loops.place();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> kept =
        on(
            loop,
            () -> {
              begun.countDown();
              return keepBusyUntil(end);
            });
    try {
      await(begun, "a turn");
      LoopThread server = loop.thread();
      for (int i = 0; i < SPARES; i++) {
        loops.threads().relieve(loop, server, server.turns());
      }
      assertThat(get(on(loop, () -> 7))).isEqualTo(7);
      assertThat(loops.threads().alive()).hasSize(2);
    } finally {
      end.countDown();
    }
    assertThat(get(kept)).isTrue();
  }
}
