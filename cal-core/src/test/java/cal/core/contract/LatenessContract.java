package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lateness: what has waited longer than its deadline is refused, and never begun. */
abstract class LatenessContract extends ModelFixture {
  private static final List<String> SOON = List.of("cal.queue-deadline=1ms");

  LatenessContract(ModelContract contract) {
    super(contract);
  }

  @Test
  void shouldRefuseWhatHasWaitedTooLongForAWorker() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    AtomicInteger runs = new AtomicInteger();
    Connection first = new Connection("first");
    Connection second = new Connection("second");
    Work.spawnOn(stage, first, runs::incrementAndGet);
    Work.spawnOn(stage, second, runs::incrementAndGet);
    runtime.change(SOON);

    eventually(
        "both are refused while the worker is kept",
        () -> {
          stage.upkeep().atQueue(System.nanoTime());
          return stage.status().rejected() == 2;
        });

    assertThat(List.of(first.closed.get(), second.closed.get())).containsExactly(1, 1);
    release.countDown();
    assertThat(settled(stage, 3).completed()).isEqualTo(1);
    assertThat(runs).hasValue(0);
  }

  @Test
  void shouldThrowWhereAHandOffHasWaitedTooLongForAWorker() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    runtime.change(SOON);

    assertLate(stage);

    release.countDown();
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  @Test
  void shouldThrowWhereAHandOffHasWaitedTooLongForAPlace() throws Exception {
    Engine runtime = runtime(1, "max-in-flight=1");
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    runtime.change(SOON);

    assertLate(stage);

    release.countDown();
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatWaitsTooLongForAWorkerOfAFormerModel() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    Connection late = new Connection("late");
    Work.spawnOn(stage, late, () -> false);
    runtime.change(List.of("cal.model=sequential", "cal.queue-deadline=1ms"));

    eventually(
        "it is refused while the worker is kept",
        () -> {
          stage.upkeep().atQueue(System.nanoTime());
          return late.closed.get() == 1;
        });

    release.countDown();
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  private static void assertLate(OpenStage stage) {
    assertThatThrownBy(() -> stage.handOff(Work.of(stage, () -> "made")))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("it has waited longer than queue-deadline; stage=work")
        .hasMessageContaining("raise cal.stage.work.queue-deadline");
  }
}
