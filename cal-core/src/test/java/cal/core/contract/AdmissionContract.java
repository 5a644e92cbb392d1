package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.engine.Engine;
import cal.core.internal.region.RegionStack;
import cal.core.internal.stage.Adoption;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds: a full stage blocks, refuses or lets its caller run, and never waits for itself. */
abstract class AdmissionContract extends ModelFixture {
  AdmissionContract(ModelContract contract) {
    super(contract);
  }

  @Test
  void shouldBlockTheCallerUntilAPlaceIsFree() throws Exception {
    OpenStage stage = stage(2, "max-in-flight=2");
    CountDownLatch first = occupy(stage);
    CountDownLatch second = occupy(stage);
    CountDownLatch admitted = new CountDownLatch(1);
    AtomicBoolean ran = new AtomicBoolean();
    Caller caller =
        Caller.start(
            () -> {
              Work.spawn(
                  stage,
                  () -> {
                    ran.set(true);
                    return false;
                  });
              admitted.countDown();
              return null;
            });
    eventually("the caller waits", () -> caller.waits());
    assertThat(admitted.getCount()).isEqualTo(1);
    assertThat(stage.status().active()).isEqualTo(2);
    first.countDown();
    await(admitted, "admission after a place became free");
    caller.join();
    second.countDown();
    assertThat(settled(stage, 3).completed()).isEqualTo(3);
    assertThat(ran).isTrue();
  }

  @Test
  void shouldRefuseACallerThatIsInterruptedWhileItWaits() throws Exception {
    OpenStage stage = stage(1, "max-in-flight=1");
    CountDownLatch release = occupy(stage);
    Connection connection = new Connection("interrupted");
    AtomicBoolean kept = new AtomicBoolean();
    Caller caller =
        Caller.start(
            () -> {
              Work.spawnOn(stage, connection, () -> false);
              kept.set(Thread.interrupted());
              return null;
            });
    eventually("the caller waits", () -> caller.waits());
    caller.thread().interrupt();
    caller.join();
    assertThat(kept).as("the interrupt is still the caller's").isTrue();
    assertThat(connection.closed).hasValue(1);
    assertThat(stage.status().rejected()).isEqualTo(1);
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldRefuseAndCloseWhatFindsNoPlace() throws Exception {
    OpenStage stage = stage(1, "max-in-flight=1", "when-full=reject");
    CountDownLatch release = occupy(stage);
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      Connection connection = new Connection("refused");
      Work.spawnOn(stage, connection, runs::incrementAndGet);
      assertThat(connection.closed).hasValue(1);
    }
    release.countDown();
    StageStatus status = settled(stage, 101);
    assertThat(runs).hasValue(0);
    assertThat(status.rejected()).isEqualTo(100);
    assertThat(status.completed()).isEqualTo(1);
  }

  /** An activity inside may need the guard to end, and so to give its place back. */
  @Test
  void shouldRefuseWhatWouldWaitForAPlaceInsideACriticalRegion() throws Exception {
    OpenStage stage = stage(1, "max-in-flight=1");
    CountDownLatch release = new CountDownLatch(1);
    RegionStack region = RegionStack.ofThread();
    region.enter(this, this, null);
    try {
      occupy(stage, release);
      Connection connection = new Connection("inside a region");
      Work.spawnOn(stage, connection, () -> false);
      assertThat(connection.closed).hasValue(1);
    } finally {
      region.leave(0);
    }
    release.countDown();
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  @Test
  void shouldRunOnTheCallersThreadToItsEnd() throws Exception {
    OpenStage stage = stage(1, "max-in-flight=1", "when-full=caller-runs");
    CountDownLatch release = occupy(stage);
    // Again and again: a run in the caller must not give a place back that it never took.
    for (int i = 0; i < 50; i++) {
      int[] steps = {0};
      Thread[] on = {null};
      Connection connection = new Connection("in caller");
      Work.spawnOn(
          stage,
          connection,
          () -> {
            on[0] = Thread.currentThread();
            return ++steps[0] < 5;
          });
      assertThat(steps[0]).as("steps of round %d, when spawn has returned", i).isEqualTo(5);
      assertThat(on[0]).as("round %d", i).isSameAs(Thread.currentThread());
      assertThat(connection.closed).hasValue(1);
      assertThat(stage.inFlight()).as("in flight after round %d", i).isEqualTo(1);
    }
    release.countDown();
    StageStatus status = settled(stage, 51);
    assertThat(status.completed()).isEqualTo(51);
    assertThat(AttachedThread.current()).as("the caller is no worker any more").isNull();
  }

  @Test
  void shouldCountWhatRunsInItsCaller() throws Exception {
    Engine runtime = runtime(1, "max-in-flight=1", "when-full=caller-runs");
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    Work.spawn(
        stage,
        () -> {
          assertThat(stage.status().active()).isEqualTo(2);
          return false;
        });
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldLeaveTheInterruptOfACallerThatRunsAlone() throws Exception {
    OpenStage stage = stage(1, "max-in-flight=1", "when-full=caller-runs");
    CountDownLatch release = occupy(stage);
    AtomicBoolean seen = new AtomicBoolean();
    Thread.currentThread().interrupt();
    Work.spawn(
        stage,
        () -> {
          seen.set(Thread.currentThread().isInterrupted());
          return false;
        });
    assertThat(Thread.interrupted()).as("the caller's interrupt, after the run").isTrue();
    assertThat(seen).as("another activity's interrupt").isFalse();
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldKeepTheInterruptOfARunInTheCallerFromTheCaller() throws Exception {
    OpenStage stage = stage(1, "max-in-flight=1", "when-full=caller-runs");
    CountDownLatch release = occupy(stage);
    for (boolean before : new boolean[] {false, true}) {
      if (before) {
        Thread.currentThread().interrupt();
      }
      int[] steps = {0};
      Work.spawn(
          stage,
          () -> {
            Thread.currentThread().interrupt();
            return ++steps[0] < 2;
          });
      assertThat(Thread.interrupted()).as("the caller's own").isEqualTo(before);
    }
    release.countDown();
    quiescent(stage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"block", "reject"})
  void shouldRefuseAWorkerOfTheFullStage(String policy) throws Throwable {
    OpenStage stage = stage(1, "max-in-flight=1", "when-full=" + policy);
    Connection child = new Connection("child");
    inActivity(
        stage,
        () -> {
          Work.spawnOn(stage, child, () -> false);
          return null;
        });
    assertThat(child.closed).hasValue(1);
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAWorkerThatComesBackThroughAnotherStage() throws Throwable {
    Engine runtime = runtime(1, "max-in-flight=1");
    OpenStage stage = runtime.open("work");
    OpenStage store = runtime.open("other");
    Connection child = new Connection("child");
    inActivity(
        stage,
        () ->
            store.handOff(
                Work.of(
                    store,
                    () -> {
                      Work.spawnOn(stage, child, () -> false);
                      return null;
                    })));
    assertThat(child.closed).hasValue(1);
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  /** An activity of another stage that runs in its caller stands on the caller's worker. */
  @Test
  void shouldNotWaitForTheWorkerBelowARunInTheCaller() throws Throwable {
    Engine runtime = runtime(1, "max-in-flight=1", "stage.other.when-full=caller-runs");
    OpenStage stage = runtime.open("work");
    OpenStage other = runtime.open("other");
    assumeFalse(stage.model().eventLoop(), "an event loop waits, it does not run in the caller");
    CountDownLatch release = occupy(other);
    Connection child = new Connection("child");
    Object sameThread =
        inActivity(
            stage,
            () -> {
              Object[] same = {null};
              Work.spawn(
                  other,
                  () -> {
                    Work.spawnOn(stage, child, () -> false);
                    Thread here = Thread.currentThread();
                    same[0] = stage.handOff(Work.of(stage, () -> here == Thread.currentThread()));
                    return false;
                  });
              return same[0];
            });
    assertThat(child.closed).as("the spawn to the full stage was refused").hasValue(1);
    assertThat(sameThread).as("the hand-off ran in place").isEqualTo(true);
    release.countDown();
    quiescent(stage);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldWaitForAPlaceWhereItsCallerIsAnEventLoop(boolean spawns) throws Throwable {
    Engine runtime = runtime(1, "stage.other.max-in-flight=1", "stage.other.when-full=caller-runs");
    OpenStage stage = runtime.open("work");
    OpenStage other = runtime.open("other");
    assumeTrue(stage.model().eventLoop(), "other models may run it in their caller");
    CountDownLatch release = occupy(other);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<Thread> caller = new AtomicReference<>();
    AtomicReference<Object> runner = new AtomicReference<>();
    Work.Body body =
        () -> {
          runner.set(Thread.currentThread());
          return false;
        };
    Work.spawn(
        stage,
        () -> {
          caller.set(Thread.currentThread());
          begun.countDown();
          if (spawns) {
            Work.spawn(other, body);
          } else {
            other.handOff(Work.of(other, body));
          }
          return false;
        });
    await(begun, "the start of the caller");
    assertThat(runner.get()).as("ran while its stage was full").isNull();
    release.countDown();
    quiescent(stage);
    quiescent(other);
    assertThat(runner.get()).isNotNull().isNotSameAs(caller.get());
  }

  @Test
  void shouldNotWaitForItselfWhenATargetSpawnsAsItIsClosed() throws Throwable {
    OpenStage stage = stage(1, "max-in-flight=1");
    Connection child = new Connection("child");
    AutoCloseable target = () -> Work.spawnOn(stage, child, () -> false);
    Work.spawnOn(stage, target, () -> false);
    StageStatus status = settled(stage, 2);
    assertThat(status.rejected()).isEqualTo(1);
    assertThat(child.closed).hasValue(1);
  }

  /** A handler that tries again, on the pool's only thread, while the stage is full of others. */
  @Test
  void shouldNotWaitForItselfWhenAFailureHandlerSpawns() throws Throwable {
    Engine runtime = runtime(1, "max-in-flight=2");
    OpenStage stage = runtime.open("work");
    Hold step = new Hold();
    CountDownLatch release = new CountDownLatch(1);
    Connection retry = new Connection("retry");
    runtime.onFailure(
        (activity, failure) -> {
          try {
            step.awaitAll();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          Work.spawnOn(stage, retry, () -> false);
          step.release();
        });
    Work.spawn(
        stage,
        () -> {
          throw new IllegalStateException("to be tried again");
        });
    eventually("the failed activity gave its place back", () -> stage.inFlight() == 0);
    for (int i = 0; i < 2; i++) {
      Work.spawn(
          stage,
          () -> {
            await(release, "release");
            return false;
          });
    }
    step.here();
    assertThat(retry.closed).as("refused, not blocked").hasValue(1);
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldNeverRefuseARequeueAtAFullStage() {
    OpenStage stage = stage(1, "max-in-flight=3", "queue-capacity=2", "when-full=reject");
    for (int round = 0; round < 50; round++) {
      int[][] steps = new int[3][1];
      for (int[] own : steps) {
        Work.spawn(stage, () -> ++own[0] < 50);
      }
      quiescent(stage);
      assertThat(List.of(steps)).as("round %d", round).allMatch(own -> own[0] == 50);
    }
    assertThat(stage.status().rejected()).isZero();
  }

  @Test
  void shouldBoundTheQueueOfAPool() throws Exception {
    assumeTrue(contract.bounded());
    OpenStage stage = stage(1, "queue-capacity=2", "when-full=reject");
    CountDownLatch release = occupy(stage);
    Connection[] all = new Connection[5];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Connection("c" + i);
      Work.spawnOn(stage, all[i], () -> false);
    }
    StageStatus status = stage.status();
    assertThat(status.limit()).isEqualTo(3);
    assertThat(status.queued()).isEqualTo(2);
    assertThat(status.active()).isEqualTo(1);
    assertThat(status.rejected()).isEqualTo(3);
    release.countDown();
    assertThat(settled(stage, 6).completed()).isEqualTo(3);
    assertThat(all).allMatch(connection -> connection.closed.get() == 1);
  }

  /** Nobody would tell a pool's worker that it may go, if it waited. */
  @Test
  void shouldKeepNoPermitOfAnAdoptedWorkerThatItRefuses() throws Exception {
    assumeTrue(contract.bounded());
    OpenStage stage = stage(1);
    CountDownLatch release = occupy(stage);
    Adoption adoption = new Adoption(stage).withoutWaiting();
    FaultSetting.Adopted refused = new FaultSetting.Adopted(adoption);
    assertThatThrownBy(() -> adoption.start(refused))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(stage.inFlight()).isEqualTo(1);
    release.countDown();
  }

  /** A rendezvous: whoever comes waits for a worker, and what goes on keeps its own. */
  @Test
  void shouldAdmitNothingBeforeAWorkerIsFreeWithoutAQueue() throws Exception {
    assumeTrue(contract.bounded());
    OpenStage stage = stage(2, "queue-capacity=0");
    CountDownLatch first = occupy(stage);
    CountDownLatch second = occupy(stage);
    CountDownLatch admitted = new CountDownLatch(1);
    int[] steps = {0};
    Caller caller =
        Caller.start(
            () -> {
              Work.spawn(stage, () -> ++steps[0] < 1_000);
              admitted.countDown();
              return null;
            });
    eventually("the caller waits", () -> caller.waits());
    assertThat(stage.status().queued()).isZero();
    assertThat(admitted.getCount()).isEqualTo(1);
    first.countDown();
    await(admitted, "admission after a worker became free");
    caller.join();
    second.countDown();
    assertThat(settled(stage, 3).completed()).isEqualTo(3);
    assertThat(steps[0]).isEqualTo(1_000);
  }

  @Test
  void shouldKeepItsBoundUnderManyCallers() throws Exception {
    for (String policy : new String[] {"block", "reject", "caller-runs"}) {
      int limit = 3;
      OpenStage stage = stage(4, "max-in-flight=" + limit, "when-full=" + policy);
      AtomicInteger running = new AtomicInteger();
      AtomicInteger worst = new AtomicInteger();
      Caller.startMany(
          4,
          () -> {
            Thread caller = Thread.currentThread();
            for (int i = 0; i < 200; i++) {
              int[] steps = {0};
              Work.spawn(
                  stage,
                  () -> {
                    if (Thread.currentThread() == caller) {
                      return false;
                    }
                    if (steps[0] == 0) {
                      worst.accumulateAndGet(running.incrementAndGet(), Math::max);
                    }
                    if (++steps[0] < 3) {
                      return true;
                    }
                    running.decrementAndGet();
                    return false;
                  });
            }
            return null;
          });
      StageStatus status = settled(stage, 800);
      assertThat(worst.get()).as(policy).isBetween(1, limit);
      assertThat(status.completed() + status.rejected()).as(policy).isEqualTo(800);
    }
  }
}
