package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.CapturedCall;
import cal.core.WorkingContext;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drains: who is between steps ends, who is in a step ends it, who waits is closed. */
abstract class DrainContract extends ModelFixture {
  DrainContract(ModelContract contract) {
    super(contract);
  }

  private static final class Server implements WorkingContext {}

  @Test
  void shouldEndActivitiesBetweenTheirSteps() {
    for (int round = 0; round < 20; round++) {
      Engine runtime = runtime(2);
      OpenStage stage = runtime.open("work");
      CountDownLatch begun = new CountDownLatch(6);
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Connection connection = new Connection("endless " + i);
        all.add(connection);
        boolean[] counted = {false};
        Work.spawnOn(
            stage,
            connection,
            () -> {
              if (!counted[0]) {
                counted[0] = true;
                begun.countDown();
              }
              return true;
            });
      }
      eventually("all have begun", () -> begun.getCount() == 0);
      assertThat(runtime.shutdown()).as("stragglers of round %d", round).isEmpty();
      assertThat(all).allMatch(connection -> connection.closed.get() == 1);
      assertThat(settled(stage, 6).completed()).isEqualTo(6);
    }
  }

  @Test
  void shouldLetAStepThatRunsFinish() throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    Connection connection = new Connection("busy");
    Hold step = new Hold();
    AtomicInteger steps = new AtomicInteger();
    AtomicBoolean closedInStep = new AtomicBoolean();
    Work.spawnOn(
        stage,
        connection,
        () -> {
          step.here();
          closedInStep.set(connection.closed.get() > 0);
          steps.incrementAndGet();
          return true;
        });
    step.awaitAll();
    Caller drainer = Caller.start(runtime::shutdown);
    eventually("it drains", () -> refuses(stage));
    assertThat(drainer.thread().isAlive()).isTrue();
    step.release();
    assertThat((List<?>) drainer.join()).isEmpty();
    assertThat(steps).as("no step after the one that ran").hasValue(1);
    assertThat(closedInStep).isFalse();
    assertThat(connection.closed).hasValue(1);
  }

  private static boolean refuses(OpenStage stage) {
    return refuses(stage, null);
  }

  private static boolean refuses(OpenStage stage, Server context) {
    long before = stage.status().rejected();
    Work.spawnBy(stage, context, () -> false);
    return stage.status().rejected() > before;
  }

  @Test
  void shouldCloseActivitiesThatWaitForInput() throws Exception {
    Engine runtime = runtime(4);
    OpenStage stage = runtime.open("work");
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Connection connection = new Connection("silent " + i);
      all.add(connection);
      Work.spawnOn(stage, connection, connection::read);
    }
    eventually("all wait for input", () -> stage.status().active() == 4);
    assertThat(runtime.shutdown()).isEmpty();
    assertThat(all).allMatch(connection -> connection.closed.get() >= 1);
    assertThat(settled(stage, 4).completed()).isEqualTo(4);
    assertThat(failures).as("what breaks while draining is no failure to report").isEmpty();
  }

  /** The input of an activity, read as woven code does: the test says when it comes. */
  private static final class Input {
    final CountDownLatch waits = new CountDownLatch(1);
    final CountDownLatch comes = new CountDownLatch(1);
    final CountDownLatch read = new CountDownLatch(1);

    void read() throws InterruptedException {
      AttachedThread.currentReader().beforeInput();
      waits.countDown();
      await(comes, "input");
      AttachedThread.currentReader().requireInput();
      read.countDown();
    }
  }

  /** The drain begins between a thread's look at the drain and the step. */
  @Test
  void shouldAnswerOneRequestOfAnActivityThatBeginsInADrain() throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    runtime.drain(new Server(), Duration.ZERO); // from now on activities are asked for theirs
    AtomicInteger requests = new AtomicInteger();
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket socket = listener.accept()) {
      client.getOutputStream().write(new byte[3]);
      eventually("three requests", () -> socket.getInputStream().available() == 3);
      stage.spawn(
          new CapturedCall(null, null, null) {
            @Override
            public Object call() throws IOException {
              InputWait reader = AttachedThread.currentReader();
              reader.beforeInput();
              reader.beforeBytes(socket);
              requests.addAndGet(socket.getInputStream().read() + 1);
              return reader.afterInput();
            }

            @Override
            public WorkingContext context() {
              if (AttachedThread.current() != null) {
                stage.drain();
              }
              return null;
            }
          });
      quiescent(stage);
    }
    assertThat(requests).hasValue(1);
  }

  /** The drain looks, the request comes, and only then a thread gets to close what was idle. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAnswerARequestThatComesBetweenALookAndAClosing(boolean readInAHandOff)
      throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    OpenStage other = runtime.open("other");
    Input input = new Input();
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean closedInStep = new AtomicBoolean();
    Connection connection = new Connection("asked");
    Work.spawnOn(
        stage,
        connection,
        () -> {
          read(input, readInAHandOff ? other : null);
          await(release, "release");
          closedInStep.set(connection.closed.get() > 0);
          return true;
        });
    await(input.waits, "the wait for input");
    stage.drain();
    Queue<Runnable> closings = new ConcurrentLinkedQueue<>();
    stage.ending().closeAwaitingInput(activity -> true, closings::add);
    assertThat(closings).as("idle when the drain looked").hasSize(1);
    input.comes.countDown();
    await(input.read, "the request");
    closings.remove().run();
    release.countDown();
    quiescent(stage);
    assertThat(closedInStep).as("closed before the answer").isFalse();
    assertThat(connection.closed).hasValue(1);
  }

  /** The other way round: what could not be answered must not be begun. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotBeginARequestThatComesAfterAClosing(boolean readInAHandOff) throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    OpenStage other = runtime.open("other");
    Input input = new Input();
    Connection connection = new Connection("idle");
    Work.spawnOn(
        stage,
        connection,
        () -> {
          read(input, readInAHandOff ? other : null);
          return true;
        });
    await(input.waits, "the wait for input");
    stage.drain();
    Queue<Runnable> closings = new ConcurrentLinkedQueue<>();
    stage.ending().closeAwaitingInput(activity -> true, closings::add);
    closings.remove().run();
    assertThat(connection.closed).hasValue(1);
    input.comes.countDown();
    assertThat(settled(stage, 1).failed()).isEqualTo(1);
    assertThat(input.read.getCount()).as("the request has not begun").isEqualTo(1);
    assertThat(failures).as("what a drain closes is no failure to report").isEmpty();
  }

  private static void read(Input input, OpenStage stage) throws Throwable {
    if (stage == null) {
      input.read();
    } else {
      stage.handOff(
          Work.of(
              stage,
              () -> {
                input.read();
                return null;
              }));
    }
  }

  /** Such as a store that fails in the last request: nobody else would tell. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReportAFailureThatNoDrainCaused(boolean ofOneContext) throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    Server server = new Server();
    Hold step = new Hold();
    Work.spawnBy(
        stage,
        server,
        () -> {
          step.here();
          throw new IOException("its own");
        });
    step.awaitAll();
    Caller drainer =
        Caller.start(() -> ofOneContext ? runtime.drain(server, DEADLINE) : runtime.shutdown());
    eventually("the context refuses", () -> refuses(stage, server));
    step.release();
    drainer.join();
    assertThat(nextFailure().thrown()).hasMessage("its own");
  }

  @Test
  void shouldCloseOnceWhatWaitsThoughItTakesItsTime() throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    Hold step = new Hold();
    AtomicInteger looks = new AtomicInteger();
    Connection deaf = new Connection("deaf");
    Work.spawnOn(
        stage,
        deaf,
        () -> {
          AttachedThread.currentReader().beforeInput();
          step.here();
          AttachedThread.currentReader().afterInput();
          return true;
        });
    step.awaitAll();
    Caller drainer = Caller.start(runtime::shutdown);
    eventually("the drain closes it", () -> deaf.closed.get() > 0);
    eventually("the drain looks on", () -> looks.incrementAndGet() > 20);
    assertThat(deaf.closed).as("closed early").hasValue(1);
    step.release();
    drainer.join();
    assertThat(deaf.closed).as("and at its end").hasValue(2);
  }

  /** Such as a {@code BufferedReader} whose reader waits: close() waits for its lock. */
  @Test
  void shouldNotWaitForATargetWhoseCloseBlocks() throws Exception {
    Engine runtime = runtime(4, "shutdown-timeout=50ms");
    OpenStage stage = runtime.open("work");
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(3);
    CountDownLatch ended = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      boolean waits = i < 2;
      AutoCloseable blocks = () -> await(release, "release of a close() that blocks");
      Work.spawnOn(
          stage,
          blocks,
          () -> {
            if (waits) {
              AttachedThread.currentReader().beforeInput();
            }
            running.countDown();
            try {
              await(release, "an interrupt");
              return false;
            } finally {
              ended.countDown();
            }
          });
    }
    Connection other = new Connection("other");
    Work.spawnOn(stage, other, other::read);
    await(running, "three activities");
    List<String> left = runtime.shutdown();
    await(ended, "an interrupt for each, though none of them can be closed");
    assertThat(left).filteredOn(straggler -> !straggler.contains("[other]")).hasSize(3);
    eventually("it is closed in spite of the others", () -> other.closed.get() > 0);
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldCloseWhatNeverBeganThoughOneCloseBlocks() throws Exception {
    assumeTrue(contract.bounded());
    Engine runtime = runtime(1, "shutdown-timeout=50ms");
    OpenStage stage = runtime.open("work");
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          running.countDown();
          awaitDeafly(release);
          return false;
        });
    await(running, "the straggler");
    AutoCloseable blocks = () -> await(release, "release of a close() that blocks");
    Connection last = new Connection("last");
    Work.spawnOn(stage, blocks, () -> false);
    Work.spawnOn(stage, last, () -> false);
    assertThat(runtime.shutdown()).hasSize(3);
    eventually("the last is closed", () -> last.closed.get() == 1);
    release.countDown();
  }

  @Test
  void shouldInterruptAndNameStragglersAtTheDeadline() throws Exception {
    Engine runtime = runtime(2, "shutdown-timeout=50ms");
    OpenStage stage = runtime.open("work");
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    AtomicReference<String> thread = new AtomicReference<>();
    Connection stuck = new Connection("stuck");
    Work.spawnOn(
        stage,
        stuck,
        () -> {
          thread.set(Thread.currentThread().getName());
          running.countDown();
          try {
            await(never, "an interrupt");
          } catch (InterruptedException e) {
            interrupted.set(true);
            throw e;
          }
          return true;
        });
    await(running, "the straggler");
    List<String> left = runtime.shutdown();
    assertThat(left).hasSize(1);
    assertThat(left.getFirst())
        .contains("work[stuck]")
        .contains(Work.SITE)
        .contains(" on " + thread.get());
    assertThat(settled(stage, 1).failed()).isEqualTo(1);
    assertThat(interrupted).isTrue();
    assertThat(stuck.closed.get()).isPositive();
    assertThat(runtime.shutdown()).as("a second shutdown").isEmpty();
    assertThat(failures).isEmpty();
  }

  /** As threads do; the JDK closes the sockets of its own virtual threads by itself. */
  @Test
  void shouldNotEndAReadFromAnotherServerByItsInterrupt() throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    Server context = new Server();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean ofJdk = new AtomicBoolean();
    AtomicInteger answer = new AtomicInteger();
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket asking =
            stage.sockets().isPresent() ? stage.sockets().get().socket() : new Socket()) {
      asking.connect(other.getLocalSocketAddress());
      Socket asked = other.accept();
      Work.spawnBy(
          stage,
          context,
          () -> {
            ofJdk.set(Thread.currentThread().isVirtual() && stage.sockets().isEmpty());
            begun.countDown();
            answer.set(asking.getInputStream().read());
            return false;
          });
      await(begun, "the read");
      assertThat(runtime.drain(context, Duration.ofMillis(50))).hasSize(1);
      if (!ofJdk.get()) {
        asked.getOutputStream().write(7);
      }
      quiescent(stage);
      assertThat(answer).hasValue(ofJdk.get() ? 0 : 7);
      assertThat(asking.isClosed()).isEqualTo(ofJdk.get());
      asked.close();
    }
    assertThat(failures).as("what a drain interrupts is no failure to report").isEmpty();
  }

  @Test
  void shouldCloseAndNameWhatNeverBegan() throws Exception {
    assumeTrue(contract.bounded());
    Engine runtime = runtime(1, "shutdown-timeout=50ms");
    OpenStage stage = runtime.open("work");
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    Work.spawn(
        stage,
        () -> {
          running.countDown();
          awaitDeafly(release);
          return false;
        });
    await(running, "the straggler");
    Connection[] waiting = new Connection[3];
    for (int i = 0; i < 3; i++) {
      waiting[i] = new Connection("waiting " + i);
      Work.spawnOn(stage, waiting[i], begun::incrementAndGet);
    }
    List<String> left = runtime.shutdown();
    assertThat(left).hasSize(4);
    assertThat(left.subList(1, 4))
        .allMatch(name -> name.contains("work[waiting ") && name.endsWith("never begun"));
    for (Connection connection : waiting) {
      eventually(connection + " is closed", () -> connection.closed.get() == 1);
    }
    release.countDown();
    StageStatus status = settled(stage, 4);
    assertThat(status.completed()).as("the straggler").isEqualTo(1);
    assertThat(status.rejected()).as("what never began").isEqualTo(3);
    assertThat(begun).hasValue(0);
  }

  /** A step that no interrupt ends. */
  private static void awaitDeafly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        await(latch, "release");
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * An activity that begins in the place of an interrupted straggler is past the deadline as well.
   */
  @Test
  void shouldAlsoStopWhatBeginsAfterTheDeadline() throws Exception {
    assumeTrue(contract.bounded());
    Engine runtime = runtime(1, "shutdown-timeout=50ms");
    OpenStage stage = runtime.open("work");
    Hold step = new Hold();
    Connection[] all = new Connection[3];
    for (int i = 0; i < 3; i++) {
      Connection connection = new Connection("deep " + i);
      all[i] = connection;
      Work.spawnOn(
          stage,
          connection,
          () -> {
            step.here();
            return false;
          });
    }
    step.awaitAll();
    List<String> left = runtime.shutdown();
    assertThat(left).as("all three are named").hasSize(3);
    for (Connection connection : all) {
      eventually(connection + " is closed", () -> connection.closed.get() >= 1);
    }
  }

  @Test
  void shouldRefuseWhatComesAfterADrain() throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    runtime.shutdown();
    Connection late = new Connection("late");
    AtomicInteger runs = new AtomicInteger();
    Work.spawnOn(stage, late, runs::incrementAndGet);
    assertThat(late.closed).hasValue(1);
    assertThat(stage.status().rejected()).isEqualTo(1);
    assertThat(runs).hasValue(0);
    assertThat(runtime.shutdown()).isEmpty();
    assertThat(late.closed).hasValue(1);
  }

  @Test
  void shouldShutDownOnceThoughManyAskForIt() throws Exception {
    for (int round = 0; round < 30; round++) {
      Engine runtime = runtime(2);
      OpenStage stage = runtime.open("work");
      Work.spawn(stage, () -> true);
      Caller.startMany(4, runtime::shutdown);
      assertThat(stage.inFlight()).isZero();
    }
  }

  @Test
  void shouldReleaseACallerThatWaitsAtAFullStage() throws Exception {
    for (int round = 0; round < 5; round++) {
      Engine runtime = runtime(1, "max-in-flight=1");
      OpenStage stage = runtime.open("work");
      CountDownLatch release = new CountDownLatch(1);
      occupy(stage, release);
      Connection waiting = new Connection("waiting");
      AtomicInteger runs = new AtomicInteger();
      Caller caller =
          Caller.start(
              () -> {
                Work.spawnOn(stage, waiting, runs::incrementAndGet);
                return null;
              });
      eventually("the caller waits", () -> caller.waits());
      Caller drainer = Caller.start(runtime::shutdown);
      eventually("it drains", () -> refuses(stage));
      release.countDown();
      caller.join();
      drainer.join();
      assertThat(waiting.closed).hasValue(1);
      assertThat(runs).as("round %d: begun in a stage that drains", round).hasValue(0);
    }
  }

  @Test
  void shouldHandOffWhileItDrains() throws Exception {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    OpenStage store = runtime.open("other");
    Hold step = new Hold();
    AtomicReference<Object> answer = new AtomicReference<>();
    Work.spawn(
        stage,
        () -> {
          step.here();
          answer.set(store.handOff(Work.of(store, () -> "stored")));
          return true;
        });
    step.awaitAll();
    Caller drainer = Caller.start(runtime::shutdown);
    eventually("both stages drain", () -> refuses(stage) && refuses(store));
    step.release();
    drainer.join();
    assertThat(answer.get()).isEqualTo("stored");
  }

  @Test
  void shouldCountAndDrainTheActivitiesOfOneContext() throws Exception {
    Engine runtime = runtime(8);
    OpenStage stage = runtime.open("work");
    Server one = new Server();
    Server two = new Server();
    Hold step = new Hold(5);
    for (int i = 0; i < 5; i++) {
      Server server = i < 3 ? one : two;
      Work.spawnBy(
          stage,
          server,
          () -> {
            step.here();
            return false;
          });
    }
    step.awaitAll();
    assertThat(runtime.count(one)).isEqualTo(3);
    assertThat(runtime.count(two)).isEqualTo(2);
    List<String> left = runtime.drain(one, Duration.ofMillis(20));
    assertThat(left).as("the stragglers of one context").hasSize(3);
    eventually("none of them is left", () -> runtime.count(one) == 0);
    assertThat(runtime.count(two)).isEqualTo(2);
    step.release();
    quiescent(stage);
    assertThat(settled(stage, 5).failed()).as("failed by interrupt").isEqualTo(3);
    assertThat(failures).as("what a drain interrupts is no failure to report").isEmpty();
    AtomicInteger runs = new AtomicInteger();
    Work.spawnBy(stage, one, runs::incrementAndGet);
    quiescent(stage);
    assertThat(runs).as("a drained context starts nothing any more").hasValue(0);
  }

  /** Endless steps, never in one for long: a drain must find them between two as well. */
  @Test
  void shouldDrainAContextWhoseActivitiesAreBetweenSteps() {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    for (int round = 0; round < 30; round++) {
      Server server = new Server();
      for (int i = 0; i < 8; i++) {
        Work.spawnBy(stage, server, () -> true);
      }
      assertThat(runtime.drain(server, DEADLINE)).isEmpty();
      assertThat(runtime.count(server)).as("round %d", round).isZero();
      // Their ends are on their way: what a drain has missed would go on for ever.
      quiescent(stage);
    }
    StageStatus status = settled(stage, 240);
    assertThat(status.completed() + status.rejected()).isEqualTo(240);
  }

  /** A thread that was started and has not attached yet is in no list that a drain looks at. */
  @Test
  void shouldBeginNothingOfAContextThatWasDrained() {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    AtomicInteger late = new AtomicInteger();
    for (int round = 0; round < 20; round++) {
      Server server = new Server();
      AtomicBoolean drained = new AtomicBoolean();
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Connection connection = new Connection("endless " + i);
        all.add(connection);
        stage.spawn(
            Work.by(
                stage,
                server,
                connection,
                () -> {
                  late.addAndGet(drained.get() ? 1 : 0);
                  return true;
                }));
      }
      assertThat(runtime.drain(server, DEADLINE)).isEmpty();
      drained.set(true);
      quiescent(stage);
      assertThat(late).as("steps after the drain of round %d", round).hasValue(0);
      assertThat(all).allMatch(connection -> connection.closed.get() >= 1);
    }
  }

  /** A call whose caller waits for it is part of a step that is let end. */
  @Test
  void shouldHandOffWhileAContextDrains() throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    OpenStage store = runtime.open("other");
    Server server = new Server();
    Hold step = new Hold();
    AtomicReference<Object> answer = new AtomicReference<>();
    Work.spawnBy(
        stage,
        server,
        () -> {
          step.here();
          answer.set(store.handOff(Work.by(store, server, () -> "stored")));
          return true;
        });
    step.awaitAll();
    Caller drainer = Caller.start(() -> runtime.drain(server, DEADLINE));
    eventually("the context refuses", () -> refuses(stage, server));
    step.release();
    drainer.join();
    assertThat(answer.get()).isEqualTo("stored");
  }

  @Test
  void shouldRefuseNewActivitiesOfAContextThatDrains() throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    Server server = new Server();
    Hold step = new Hold();
    Work.spawnBy(
        stage,
        server,
        () -> {
          step.here();
          return true;
        });
    step.awaitAll();
    Caller drainer = Caller.start(() -> runtime.drain(server, DEADLINE));
    eventually("the context refuses", () -> refuses(stage, server));
    AtomicInteger runs = new AtomicInteger();
    Work.spawnBy(stage, new Server(), runs::incrementAndGet);
    eventually("another context goes on", () -> runs.get() == 1);
    step.release();
    drainer.join();
  }
}
