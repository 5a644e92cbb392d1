package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.engine.Engine;
import cal.core.internal.region.RegionStack;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-offs: they return, throw, nest and are interrupted as if the call were unwoven. */
abstract class HandOffContract extends ModelFixture {
  private Engine runtime;
  private OpenStage work;
  private OpenStage store;

  HandOffContract(ModelContract contract) {
    super(contract);
  }

  @BeforeEach
  void open() {
    runtime = runtime(2);
    work = runtime.open("work");
    store = runtime.open("other");
  }

  @AfterEach
  void shouldNotLeaveAnInterruptWithTheTest() {
    assertThat(Thread.interrupted()).as("an interrupt is left over").isFalse();
  }

  private static Object handOff(OpenStage stage, Work.Body body) throws Throwable {
    return stage.handOff(Work.of(stage, body));
  }

  @Test
  void shouldReturnWhatTheCallReturns() throws Throwable {
    Object answer = new Object();
    for (int i = 0; i < 1_000; i++) {
      assertThat(handOff(store, () -> answer)).isSameAs(answer);
    }
    assertThat(handOff(store, () -> null)).isNull();
    assertThat(handOff(store, () -> true)).as("true is an answer, not a wish").isEqualTo(true);
    assertThat(inActivity(work, () -> handOff(store, () -> answer))).isSameAs(answer);
    assertThat(settled(store, 1_003).completed()).isEqualTo(1_003);
  }

  @Test
  void shouldRunOnAWorkerOfItsStageAndShareMemoryWithItsCaller() throws Throwable {
    int[] plain = {0};
    for (int i = 0; i < 2_000; i++) {
      plain[0]++;
      handOff(
          store,
          () -> {
            assertThat(Thread.currentThread().getName())
                .startsWith("cal-" + contract.model() + "-other-");
            return ++plain[0];
          });
    }
    assertThat(plain[0]).isEqualTo(4_000);
  }

  @Test
  void shouldThrowTheVeryObjectThatTheCallThrew() {
    for (Throwable thrown :
        new Throwable[] {new IOException("checked"), new RuntimeException(), new Error("error")}) {
      assertThat(catchThrowable(() -> handOff(store, () -> raise(thrown)))).isSameAs(thrown);
      assertThat(catchThrowable(() -> inActivity(work, () -> handOff(store, () -> raise(thrown)))))
          .isSameAs(thrown);
    }
    StageStatus status = settled(store, 6);
    assertThat(status.failed()).isEqualTo(6);
    assertThat(failures).as("a hand-off's failure is its caller's").isEmpty();
  }

  private static Object raise(Throwable thrown) throws Throwable {
    throw thrown;
  }

  @Test
  void shouldRunInPlaceWhatIsOnTheCallChainAlready() throws Throwable {
    Object sameThread =
        inActivity(
            work,
            () ->
                handOff(
                    store,
                    () -> {
                      Thread inStore = Thread.currentThread();
                      return handOff(
                          work, () -> handOff(store, () -> inStore == Thread.currentThread()));
                    }));
    assertThat(sameThread).isEqualTo(true);
    assertThat(
            inActivity(
                work,
                () -> {
                  Thread caller = Thread.currentThread();
                  return handOff(work, () -> caller == Thread.currentThread());
                }))
        .isEqualTo(true);
  }

  @Test
  void shouldRecurseDeeplyOnOneWorker() throws Throwable {
    Engine narrow = runtime(1, "max-in-flight=1");
    OpenStage one = narrow.open("work");
    OpenStage two = narrow.open("other");
    assertThat(inActivity(one, () -> pingPong(one, two, 200))).isEqualTo(200);
    assertThat(two.limit()).isEqualTo(1);
  }

  private static int pingPong(OpenStage one, OpenStage two, int depth) throws Throwable {
    return depth == 0 ? 0 : 1 + (int) handOff(two, () -> pingPong(two, one, depth - 1));
  }

  @Test
  void shouldRefuseOppositeHandOffsBetweenBoundedStages() throws Throwable {
    assumeTrue(contract.bounded());
    inActivity(work, () -> handOff(store, () -> null));
    assertThatThrownBy(() -> inActivity(store, () -> handOff(work, () -> null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("other -> work")
        .hasMessageContaining("cal.stage.work.model=virtual");
    assertThat(inActivity(work, () -> handOff(store, () -> 1))).as("the first way").isEqualTo(1);
  }

  @Test
  void shouldAllowOppositeHandOffsBetweenUnboundedStages() throws Throwable {
    assumeFalse(contract.bounded());
    for (int i = 0; i < 200; i++) {
      assertThat(inActivity(work, () -> handOff(store, () -> 1))).isEqualTo(1);
      assertThat(inActivity(store, () -> handOff(work, () -> 2))).isEqualTo(2);
    }
  }

  /** Each holds the only place of its stage and needs that of the other: one must not wait. */
  @Test
  void shouldRefuseTheHandOffThatWouldMakeTwoFullStagesWaitForEachOther() throws Throwable {
    Engine narrow = runtime(1, "max-in-flight=1");
    OpenStage[] stages = {narrow.open("work"), narrow.open("other")};
    CountDownLatch both = new CountDownLatch(2);
    AtomicReferenceArray<Object> outcomes = new AtomicReferenceArray<>(2);
    for (int i = 0; i < 2; i++) {
      int own = i;
      Work.spawn(
          stages[own],
          () -> {
            both.countDown();
            await(both, "both activities");
            try {
              outcomes.set(own, handOff(stages[1 - own], () -> "answer"));
            } catch (IllegalStateException refused) {
              outcomes.set(own, refused.getMessage());
            }
            return false;
          });
    }
    quiescent(stages[0]);
    quiescent(stages[1]);
    List<Object> seen = List.of(outcomes.get(0), outcomes.get(1));
    assertThat(seen).containsOnlyOnce("answer");
    assertThat(seen.get(1 - seen.indexOf("answer")))
        .asString()
        .contains("and back", contract.bounded() ? "model=virtual" : "max-in-flight=1");
  }

  @Test
  void shouldRefuseAHandOffInsideACriticalRegion() throws Throwable {
    assertThatThrownBy(
            () ->
                inActivity(
                    work,
                    () -> {
                      RegionStack region = RegionStack.ofThread();
                      region.enter(this, this, null);
                      try {
                        return handOff(store, () -> null);
                      } finally {
                        region.leave(0);
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("critical region");
    assertThat(inActivity(work, () -> handOff(store, () -> 1))).isEqualTo(1);
    assertThat(settled(store, 1).rejected()).as("nothing but the last got there").isZero();
  }

  /** JMX, shutdown hooks and main enter regions too, and hold their guards just the same. */
  @Test
  void shouldRefuseAHandOffInsideACriticalRegionOfAnyThread() throws Throwable {
    RegionStack region = RegionStack.ofThread();
    region.enter(this, this, null);
    try {
      assertThatThrownBy(() -> handOff(store, () -> null))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("critical region");
    } finally {
      region.leave(0);
    }
    assertThat(handOff(store, () -> 1)).isEqualTo(1);
  }

  @Test
  void shouldRefuseAHandOffOfAnActivityThatRunsInACallersRegion() throws Throwable {
    Engine full = runtime(1, "max-in-flight=1", "stage.work.when-full=caller-runs");
    OpenStage callerRuns = full.open("work");
    OpenStage target = full.open("other");
    CountDownLatch release = occupy(callerRuns);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    RegionStack region = RegionStack.ofThread();
    region.enter(this, this, null);
    try {
      Work.spawn(
          callerRuns,
          () -> {
            thrown.set(catchThrowable(() -> handOff(target, () -> null)));
            return false;
          });
    } finally {
      region.leave(0);
    }
    assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
    release.countDown();
    quiescent(callerRuns);
  }

  @Test
  void shouldShowTheCallAnInterruptThatCameBefore() throws Throwable {
    for (int i = 0; i < 1_000; i++) {
      Thread.currentThread().interrupt();
      Object seen = handOff(store, Thread::interrupted);
      assertThat(seen).as("round %d: the call saw its caller's interrupt", i).isEqualTo(true);
      assertThat(Thread.interrupted()).as("round %d: the call took it", i).isFalse();
    }
  }

  @Test
  void shouldReturnAnInterruptThatTheCallLeavesAlone() throws Throwable {
    for (int i = 0; i < 1_000; i++) {
      Thread.currentThread().interrupt();
      handOff(store, () -> null);
      assertThat(Thread.interrupted()).as("round %d: unwoven, it would still be set", i).isTrue();
      handOff(store, () -> null);
      assertThat(Thread.interrupted()).as("round %d", i).isFalse();
    }
  }

  @Test
  void shouldReturnAnInterruptThatTheCallMade() throws Throwable {
    Object seen =
        inActivity(
            work,
            () -> {
              handOff(
                  store,
                  () -> {
                    Thread.currentThread().interrupt();
                    return null;
                  });
              return Thread.interrupted();
            });
    assertThat(seen).isEqualTo(true);
    assertThat(inActivity(store, Thread::interrupted)).as("the worker is clean").isEqualTo(false);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldInterruptACallWhileItsCallerWaits(boolean fromActivity) throws Throwable {
    for (int i = 0; i < 200; i++) {
      Hold step = new Hold();
      AtomicReference<Thread> caller = new AtomicReference<>();
      AtomicBoolean leftOver = new AtomicBoolean();
      Work.Body call =
          () -> {
            caller.set(Thread.currentThread());
            try {
              return handOff(
                  store,
                  () -> {
                    step.here();
                    return null;
                  });
            } finally {
              leftOver.set(Thread.interrupted());
            }
          };
      Caller thread = Caller.start(fromActivity ? () -> inActivity(work, call) : call);
      step.awaitAll();
      caller.get().interrupt();
      assertThat(thread.thrown())
          .as("round %d: the call woke up", i)
          .isInstanceOf(InterruptedException.class);
      assertThat(leftOver).as("the exception took the interrupt").isFalse();
    }
  }

  /** The call sees the interrupt, or then its caller: never both, never none. */
  @Test
  void shouldNeitherLoseNorDoubleAnInterruptThatRaces() throws Throwable {
    for (int i = 0; i < 500; i++) {
      Thread caller = Thread.currentThread();
      CountDownLatch ready = new CountDownLatch(1);
      Caller interrupter =
          Caller.start(
              () -> {
                await(ready, "the caller");
                caller.interrupt();
                return null;
              });
      ready.countDown();
      boolean byCall = (boolean) handOff(store, Thread::interrupted);
      boolean byCaller = Thread.interrupted();
      for (boolean joined = false; !joined; ) {
        try {
          interrupter.join();
          joined = true;
        } catch (InterruptedException late) {
          assertThat(byCaller).as("round %d: seen after the hand-off, and again", i).isFalse();
          byCaller = true;
        }
      }
      byCaller |= Thread.interrupted();
      assertThat(byCall && byCaller).as("round %d: seen by both", i).isFalse();
      assertThat(byCall || byCaller).as("round %d: seen by neither", i).isTrue();
    }
  }

  @Test
  void shouldSayThatAStageIsClosed() {
    runtime.shutdown();
    assertThatThrownBy(() -> handOff(store, () -> 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("the stage is closed; stage=other")
        .hasMessageNotContainingAny("full", "raise");
  }

  @Test
  void shouldNameTheSettingsThatLimitAPool() throws Throwable {
    assumeTrue(contract.bounded());
    Engine full = runtime(1, "queue-capacity=1", "when-full=reject");
    OpenStage target = full.open("other");
    CountDownLatch release = occupy(target);
    Work.spawn(target, () -> false);
    assertThatThrownBy(() -> handOff(target, () -> 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("limit=2; raise cal.stage.other." + contract.model())
        .hasMessageContaining("cal.stage.other.queue-capacity")
        .hasMessageNotContaining("max-in-flight");
    release.countDown();
    quiescent(target);
  }

  @Test
  void shouldRefuseOrWaitOrRunInPlaceAtAFullStage() throws Throwable {
    for (String policy : new String[] {"reject", "caller-runs", "block"}) {
      Engine full = runtime(1, "max-in-flight=1", "when-full=" + policy);
      OpenStage target = full.open("other");
      CountDownLatch release = occupy(target);
      switch (policy) {
        case "reject" ->
            assertThatThrownBy(() -> handOff(target, () -> 1))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("the stage is full; stage=other")
                .hasMessageContaining("limit=1; raise cal.stage.other.max-in-flight");
        case "caller-runs" ->
            assertThat(handOff(target, Thread::currentThread)).isSameAs(Thread.currentThread());
        default -> {
          Caller caller = Caller.start(() -> handOff(target, () -> 1));
          eventually("the caller waits", () -> caller.thread().getState() == Thread.State.WAITING);
          release.countDown();
          caller.join();
        }
      }
      release.countDown();
      StageStatus status = settled(target, 2);
      assertThat(status.rejected()).isEqualTo(policy.equals("reject") ? 1 : 0);
    }
  }
}
