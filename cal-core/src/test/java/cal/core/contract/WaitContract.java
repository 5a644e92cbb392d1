package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages that wait for each other: what would close a circle is refused, and all others go on. */
abstract class WaitContract extends ModelFixture {
  private Engine runtime;
  private OpenStage work;
  private OpenStage other;

  WaitContract(ModelContract contract) {
    super(contract);
  }

  /** One worker and one place a stage. */
  @BeforeEach
  void openNarrowStages() {
    runtime = runtime(1, "max-in-flight=1", "queue-capacity=0");
    work = runtime.open("work");
    other = runtime.open("other");
  }

  /** Each activity keeps the only place of its stage and spawns into the next one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldRefuseTheSpawnThatWouldCloseACircle(int number) throws Exception {
    OpenStage[] all = {work, other, runtime.open("third")};
    OpenStage[] stages = Arrays.copyOf(all, number);
    CountDownLatch full = new CountDownLatch(number);
    Connection[] children = new Connection[number];
    for (int i = 0; i < number; i++) {
      OpenStage next = stages[(i + 1) % number];
      Connection child = new Connection("child of " + stages[i].name());
      children[i] = child;
      Work.spawn(
          stages[i],
          () -> {
            full.countDown();
            await(full, "all stages full");
            Work.spawnOn(next, child, () -> false);
            return false;
          });
    }
    long rejected = 0;
    for (OpenStage stage : stages) {
      rejected += settled(stage, 2).rejected();
    }
    assertThat(rejected).as("one of them must not wait").isEqualTo(1);
    assertThat(children).allMatch(child -> child.closed.get() == 1);
  }

  @Test
  void shouldRefuseTheHandOffBackToAStageThatWaitsToSpawn() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    Connection child = new Connection("child");
    AtomicReference<Throwable> refused = new AtomicReference<>();
    Work.spawn(
        other,
        () -> {
          both.countDown();
          eventually("work waits for a place", () -> !runtime.waits().waiting().isEmpty());
          try {
            return work.handOff(Work.of(work, () -> false));
          } catch (IllegalStateException circle) {
            refused.set(circle);
            return false;
          }
        });
    Work.spawn(
        work,
        () -> {
          both.countDown();
          await(both, "both stages full");
          Work.spawnOn(other, child, () -> false);
          return false;
        });
    assertThat(settled(work, 1).completed()).isEqualTo(1);
    assertThat(settled(other, 2).completed()).as("the child, too").isEqualTo(2);
    assertThat(refused.get()).hasMessageContaining("other -> work and back");
    assertThat(child.closed).hasValue(1);
  }

  @Test
  void shouldRefuseTheSpawnBackToAStageThatWaitsToHandOff() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    Connection child = new Connection("child");
    AtomicReference<Object> answer = new AtomicReference<>();
    Work.spawn(
        work,
        () -> {
          both.countDown();
          await(both, "both stages full");
          answer.set(other.handOff(Work.of(other, () -> "answer")));
          return false;
        });
    Work.spawn(
        other,
        () -> {
          both.countDown();
          eventually("work waits for a place", () -> !runtime.waits().waiting().isEmpty());
          Work.spawnOn(work, child, () -> false);
          return false;
        });
    assertThat(settled(work, 2).rejected()).isEqualTo(1);
    assertThat(settled(other, 2).completed()).isEqualTo(2);
    assertThat(child.closed).hasValue(1);
    assertThat(answer.get()).isEqualTo("answer");
  }

  /** A wait that has ended forbids nothing later: a busy hour leaves no trace. */
  @Test
  void shouldLetStagesWaitBothWaysOneAfterTheOther() throws Exception {
    OpenStage[] stages = {work, other};
    for (int round = 0; round < 4; round++) {
      OpenStage from = stages[round % 2];
      OpenStage to = stages[1 - round % 2];
      CountDownLatch release = occupy(to);
      Work.spawn(
          from,
          () -> {
            Work.spawn(to, () -> false);
            return false;
          });
      eventually("it waits for a place", () -> !runtime.waits().waiting().isEmpty());
      release.countDown();
      quiescent(from);
      quiescent(to);
    }
    for (OpenStage stage : stages) {
      assertThat(settled(stage, 6).completed()).isEqualTo(6);
    }
  }
}
