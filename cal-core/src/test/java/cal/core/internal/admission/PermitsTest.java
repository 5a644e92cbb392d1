package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.spi.WhenFull;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The door of a stage, alone. */
class PermitsTest {
  @Test
  void shouldAdmitUpToItsLimit() {
    Permits door = new Permits(2, WhenFull.REJECT);
    assertThat(door.tryEnter()).isTrue();
    assertThat(door.tryEnter()).isTrue();
    assertThat(door.tryEnter()).isFalse();
    assertThat(door.enterFull(true, true)).isEqualTo(Decision.FULL);
    assertThat(door.enterHandOff(true, 0, Runnable::run)).isEqualTo(Decision.FULL);
    assertThat(door.inFlight()).isEqualTo(2);
    door.leave();
    assertThat(door.tryEnter()).isTrue();
  }

  @Test
  void shouldCountACallerThatRunsBeyondTheLimit() {
    Permits door = new Permits(1, WhenFull.CALLER_RUNS);
    assertThat(door.tryEnter()).isTrue();
    assertThat(door.enterFull(true, true)).isEqualTo(Decision.CALLER_RUNS);
    assertThat(door.inFlight()).isEqualTo(2);
    door.leave();
    assertThat(door.tryEnter()).as("the first is still there").isFalse();
    door.leave();
    assertThat(door.inFlight()).isZero();
    assertThat(door.tryEnter()).isTrue();
  }

  @Test
  void shouldLetACallerOnAnEventLoopWaitInsteadOfRunning() throws Exception {
    Permits door = new Permits(1, WhenFull.CALLER_RUNS);
    assertThat(door.tryEnter()).isTrue();
    AtomicReference<Object> spawn = new AtomicReference<>();
    AtomicReference<Object> handOff = new AtomicReference<>();
    Caller spawner = outcome(spawn, () -> door.enterFull(true, false));
    Caller caller = outcome(handOff, () -> door.enterHandOff(false, 0, Runnable::run));
    awaitBoth(spawner, caller);
    assertThat(door.enterFull(false, false))
        .as("what would wait for itself is run")
        .isEqualTo(Decision.CALLER_RUNS);
    for (int ended = 0; ended < 3; ended++) {
      door.leave();
    }
    spawner.join();
    caller.join();
    assertThat(spawn.get()).isEqualTo(Decision.ADMITTED);
    assertThat(handOff.get()).isEqualTo(Decision.ADMITTED);
    assertThat(door.inFlight()).isEqualTo(1);
  }

  @Test
  void shouldNeverLetAWorkerOfTheStageWait() {
    Permits door = new Permits(1, WhenFull.BLOCK);
    assertThat(door.tryEnter()).isTrue();
    assertThat(door.enterFull(false, true)).isEqualTo(Decision.FULL);
  }

  @Test
  void shouldLeaveAnInterruptToTheCall() {
    Permits door = new Permits(1, WhenFull.BLOCK);
    Thread.currentThread().interrupt();
    assertThat(door.enterHandOff(true, 0, Runnable::run)).isEqualTo(Decision.ADMITTED);
    assertThat(door.enterFull(true, true)).isEqualTo(Decision.INTERRUPTED);
    assertThat(door.enterHandOff(true, TimeUnit.MILLISECONDS.toNanos(1), Runnable::run))
        .isEqualTo(Decision.LATE);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldReleaseWhoWaitsWhenItCloses() throws Exception {
    Permits door = new Permits(1, WhenFull.BLOCK);
    assertThat(door.tryEnter()).isTrue();
    AtomicReference<Object> spawn = new AtomicReference<>();
    AtomicReference<Object> handOff = new AtomicReference<>();
    Caller spawner = outcome(spawn, () -> door.enterFull(true, true));
    Caller caller = outcome(handOff, () -> door.enterHandOff(true, 0, Runnable::run));
    awaitBoth(spawner, caller);
    door.closeToSpawns();
    spawner.join();
    assertThat(spawn.get()).isEqualTo(Decision.CLOSED);
    assertThat(caller.thread().isAlive()).as("a hand-off still waits for its place").isTrue();
    door.close();
    door.close();
    caller.join();
    assertThat(handOff.get()).isEqualTo(Decision.CLOSED);
    assertThat(door.inFlight()).isZero();
  }

  @Test
  void shouldGiveBackAPlaceThatIsFreeWhereItHasClosed() throws Exception {
    Permits door = new Permits(1, WhenFull.BLOCK);
    assertThat(door.tryEnter()).isTrue();
    AtomicReference<Object> spawn = new AtomicReference<>();
    Caller spawner = outcome(spawn, () -> door.enterFull(true, true));
    ModelFixture.eventually("it waits", spawner::waits);
    door.closeToSpawns();
    door.leave();
    spawner.join();
    assertThat(spawn.get()).isEqualTo(Decision.CLOSED);
    assertThat(door.inFlight()).isZero();
  }

  private static Caller outcome(AtomicReference<Object> into, Work.Body body) {
    return Caller.start(
        () -> {
          into.set(body.call());
          return null;
        });
  }

  private static void awaitBoth(Caller spawner, Caller caller) {
    ModelFixture.eventually(
        "both wait", () -> spawner.waits() && caller.thread().getState() == Thread.State.WAITING);
  }

  @Test
  void shouldCloseOnceThoughManyDo() throws Exception {
    for (int round = 0; round < 500; round++) {
      Permits door = new Permits(1_000_000, WhenFull.BLOCK);
      CountDownLatch go = new CountDownLatch(3);
      Caller.startMany(
          3,
          () -> {
            go.countDown();
            ModelFixture.await(go, "all three");
            door.close();
            return null;
          });
    }
  }
}
