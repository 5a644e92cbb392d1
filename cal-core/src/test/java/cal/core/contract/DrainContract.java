package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.WorkingContext;
import cal.core.contract.Work.Body;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.ShortGrace;
import cal.core.spi.StageStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drains: who is between steps ends, who is in a step ends it, who waits is closed. */
abstract class DrainContract extends ModelFixture {
  DrainContract(ModelContract contract) {
    super(contract);
  }

  private static final class Server implements WorkingContext {}

  private Engine runtime;
  private OpenStage stage;

  private void open(int workers, String... settings) {
    runtime = runtime(workers, settings);
    stage = runtime.open("work");
  }

  /** Connections with an activity each. */
  private List<Connection> connections(int many, String name, Function<Connection, Body> step) {
    List<Connection> all =
        IntStream.range(0, many).mapToObj(i -> new Connection(name + " " + i)).toList();
    all.forEach(connection -> Work.spawnOn(stage, connection, step.apply(connection)));
    return all;
  }

  @Test
  void shouldEndActivitiesBetweenTheirSteps() {
    for (int round = 0; round < 8; round++) {
      open(2);
      Set<Connection> begun = ConcurrentHashMap.newKeySet();
      List<Connection> all =
          connections(
              6,
              "endless",
              connection ->
                  () -> {
                    begun.add(connection);
                    return true;
                  });
      eventually("all have begun", () -> begun.size() == 6);
      assertThat(runtime.shutdown()).as("stragglers of round %d", round).isEmpty();
      assertThat(all).allMatch(connection -> connection.closed.get() == 1);
      assertThat(settled(stage, 6).completed()).isEqualTo(6);
    }
  }

  @Test
  void shouldLetAStepThatRunsFinish() throws Exception {
    open(1);
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
    eventually("it drains", () -> refuses(null));
    assertThat(drainer.thread().isAlive()).isTrue();
    step.release();
    assertThat((List<?>) drainer.join()).isEmpty();
    assertThat(steps).as("no step after the one that ran").hasValue(1);
    assertThat(closedInStep).isFalse();
    assertThat(connection.closed).hasValue(1);
  }

  /** Drains a context, or all. */
  private Caller drainer(Server context, boolean alone) {
    return Caller.start(() -> alone ? runtime.drain(context, DEADLINE) : runtime.shutdown());
  }

  private boolean refuses(Server context) {
    return refuses(stage, context);
  }

  private static boolean refuses(OpenStage stage, Server context) {
    long before = stage.status().rejected();
    Work.spawnBy(stage, context, () -> false);
    return stage.status().rejected() > before;
  }

  @Test
  void shouldCloseActivitiesThatWaitForInput() throws Exception {
    open(4);
    List<Connection> all = connections(4, "silent", connection -> connection::read);
    eventually("all wait for input", () -> stage.status().active() == 4);
    assertThat(runtime.shutdown()).isEmpty();
    assertThat(all).allMatch(connection -> connection.closed.get() >= 1);
    assertThat(settled(stage, 4).completed()).isEqualTo(4);
    assertThat(failures).as("what breaks while draining is no failure to report").isEmpty();
  }

  /** Such as a store that fails in the last request: nobody else would tell. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReportAFailureThatNoDrainCaused(boolean ofOneContext) throws Exception {
    open(1);
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
    Caller drainer = drainer(server, ofOneContext);
    eventually("the context refuses", () -> refuses(server));
    step.release();
    drainer.join();
    assertThat(nextFailure().thrown()).hasMessage("its own");
  }

  /** Shuts down with little patience for code that does not return. */
  private List<String> shutdownSoon() {
    try (ShortGrace unused = new ShortGrace()) {
      return runtime.shutdown();
    }
  }

  /** Such as a {@code BufferedReader} whose reader waits: close() waits for its lock. */
  @Test
  void shouldNotWaitForATargetWhoseCloseBlocks() throws Exception {
    open(4, "shutdown-timeout=50ms");
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
    List<String> left = shutdownSoon();
    await(ended, "an interrupt for each, though none of them can be closed");
    assertThat(left).filteredOn(straggler -> !straggler.contains("[other]")).hasSize(3);
    eventually("it is closed in spite of the others", () -> other.closed.get() > 0);
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldCloseWhatNeverBeganThoughOneCloseBlocks() throws Exception {
    assumeTrue(contract.bounded());
    open(1, "shutdown-timeout=50ms");
    CountDownLatch release = occupyDeafly();
    AutoCloseable blocks = () -> await(release, "release of a close() that blocks");
    Connection last = new Connection("last");
    Work.spawnOn(stage, blocks, () -> false);
    Work.spawnOn(stage, last, () -> false);
    assertThat(shutdownSoon()).hasSize(3);
    eventually("the last is closed", () -> last.closed.get() == 1);
    release.countDown();
  }

  @Test
  void shouldInterruptAndNameStragglersAtTheDeadline() throws Exception {
    open(2, "shutdown-timeout=50ms");
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
    open(1);
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
      try (ShortGrace unused = new ShortGrace()) {
        assertThat(runtime.drain(context, Duration.ofMillis(50))).hasSize(1);
      }
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
    open(1, "shutdown-timeout=50ms");
    CountDownLatch release = occupyDeafly();
    AtomicInteger begun = new AtomicInteger();
    List<Connection> waiting = connections(3, "waiting", connection -> begun::incrementAndGet);
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

  /** Keeps a worker by a step that no interrupt ends, until the latch is counted down. */
  private CountDownLatch occupyDeafly() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          running.countDown();
          boolean interrupted = false;
          while (release.getCount() > 0) {
            try {
              await(release, "release");
            } catch (InterruptedException e) {
              interrupted = true;
            }
          }
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
          return false;
        });
    await(running, "the straggler");
    return release;
  }

  /**
   * An activity that begins in the place of an interrupted straggler is past the deadline as well.
   */
  @Test
  void shouldAlsoStopWhatBeginsAfterTheDeadline() throws Exception {
    assumeTrue(contract.bounded());
    open(1, "shutdown-timeout=50ms");
    Hold step = new Hold();
    List<Connection> all = connections(3, "deep", connection -> step.then(false));
    step.awaitAll();
    List<String> left = runtime.shutdown();
    assertThat(left).as("all three are named").hasSize(3);
    for (Connection connection : all) {
      eventually(connection + " is closed", () -> connection.closed.get() >= 1);
    }
  }

  @Test
  void shouldRefuseWhatComesAfterADrain() throws Exception {
    open(1);
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
    for (int round = 0; round < 10; round++) {
      open(2);
      Work.spawn(stage, () -> true);
      Caller.startMany(4, runtime::shutdown);
      assertThat(stage.inFlight()).isZero();
    }
  }

  @Test
  void shouldReleaseACallerThatWaitsAtAFullStage() throws Exception {
    for (int round = 0; round < 5; round++) {
      open(1, "max-in-flight=1");
      CountDownLatch release = occupy(stage);
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
      eventually("it drains", () -> refuses(null));
      release.countDown();
      caller.join();
      drainer.join();
      assertThat(waiting.closed).hasValue(1);
      assertThat(runs).as("round %d: begun in a stage that drains", round).hasValue(0);
    }
  }

  /** A call whose caller waits for it is part of a step that is let end. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldHandOffWhileItDrains(boolean ofOneContext) throws Exception {
    open(2);
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
    Caller drainer = drainer(server, ofOneContext);
    eventually("both stages refuse", () -> refuses(server) && refuses(store, server));
    step.release();
    drainer.join();
    assertThat(answer.get()).isEqualTo("stored");
  }

  @Test
  void shouldCountAndDrainTheActivitiesOfOneContext() throws Exception {
    open(8);
    Server one = new Server();
    Server two = new Server();
    Hold step = new Hold(5);
    for (int i = 0; i < 5; i++) {
      Server server = i < 3 ? one : two;
      Work.spawnBy(stage, server, step.then(false));
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
    open(2);
    for (int round = 0; round < 10; round++) {
      Server server = new Server();
      for (int i = 0; i < 8; i++) {
        Work.spawnBy(stage, server, () -> true);
      }
      assertThat(runtime.drain(server, DEADLINE)).isEmpty();
      assertThat(runtime.count(server)).as("round %d", round).isZero();
      // Their ends are on their way: what a drain has missed would go on for ever.
      quiescent(stage);
    }
    StageStatus status = settled(stage, 80);
    assertThat(status.completed() + status.rejected()).isEqualTo(80);
  }

  /** A thread that was started and has not attached yet is in no list that a drain looks at. */
  @Test
  void shouldBeginNothingOfAContextThatWasDrained() {
    open(2);
    AtomicInteger late = new AtomicInteger();
    for (int round = 0; round < 8; round++) {
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

  @Test
  void shouldRefuseNewActivitiesOfAContextThatDrains() throws Exception {
    open(2);
    Server server = new Server();
    Hold step = new Hold();
    Work.spawnBy(stage, server, step.then(true));
    step.awaitAll();
    Caller drainer = drainer(server, true);
    eventually("the context refuses", () -> refuses(server));
    AtomicInteger runs = new AtomicInteger();
    Work.spawnBy(stage, new Server(), runs::incrementAndGet);
    eventually("another context goes on", () -> runs.get() == 1);
    step.release();
    drainer.join();
  }
}
