package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.AttachedThread;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lateness: what has waited longer than its deadline is refused, and never begun. */
abstract class LatenessContract extends ModelFixture {
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(101);
  private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(100);
  private static final List<String> SOON = List.of("cal.queue-deadline=1ms");

  LatenessContract(ModelContract contract) {
    super(contract);
  }

  @Test
  void shouldRefuseWhatHasWaitedTooLongForAWorker() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    CountDownLatch release = new CountDownLatch(1);
    occupy(stage, release);
    AtomicInteger runs = new AtomicInteger();
    Connection first = new Connection("first");
    Connection second = new Connection("second");
    Work.spawnOn(stage, first, runs::incrementAndGet);
    Work.spawnOn(stage, second, runs::incrementAndGet);
    runtime.change(SOON);

    eventually(
        "both are refused while the worker is kept",
        () -> {
          stage.look().atQueue(System.nanoTime());
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
    CountDownLatch release = new CountDownLatch(1);
    occupy(stage, release);
    runtime.change(SOON);

    assertLate(stage);

    release.countDown();
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  @Test
  void shouldThrowWhereAHandOffHasWaitedTooLongForAPlace() throws Exception {
    Engine runtime = runtime(1, "max-in-flight=1");
    OpenStage stage = runtime.open("work");
    CountDownLatch release = new CountDownLatch(1);
    occupy(stage, release);
    runtime.change(SOON);

    assertLate(stage);

    release.countDown();
    assertThat(settled(stage, 2).rejected()).isEqualTo(1);
  }

  /** Windows of the test's clock: a real look is before them, and ends none. */
  @Test
  void shouldRefuseConnectionsWhereNewcomersBeginLate() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1, "max-in-flight=auto");
    OpenStage stage = runtime.open("work");
    Semaphore ends = new Semaphore(0);
    AtomicInteger begun = new AtomicInteger();
    Work.Body body =
        () -> {
          begun.incrementAndGet();
          ends.acquire();
          return false;
        };
    accept(runtime, stage, body, 120, new Connection("early"));
    long spawned = System.nanoTime();
    eventually("those that wait are late", () -> System.nanoTime() - spawned > LATE);
    long now = spawned + TimeUnit.HOURS.toNanos(1);
    stage.look().atQueue(now);
    for (int i = 2; i < 24; i++) {
      ends.release();
      int number = i;
      eventually("the next begins", () -> begun.get() == number);
      now += WINDOW;
      stage.look().atQueue(now);
    }

    assertThat(stage.status().limit()).as("one that has begun, and 64 that wait").isEqualTo(65);
    Connection refused = new Connection("refused");
    accept(runtime, stage, body, 1, refused);
    assertThat(refused.closed).hasValue(1);
    Work.spawnOn(stage, new Connection("a job that can be closed"), body);
    runtime.change(List.of("cal.max-in-flight=1000"));
    stage.look().atQueue(now + WINDOW);
    accept(runtime, stage, body, 1, new Connection("admitted"));
    ends.release(150);
    assertThat(settled(stage, 123).rejected()).isEqualTo(1);
  }

  /** Accepts clients, and spawns an activity for each, as a step of an acceptor does. */
  private static void accept(
      Engine runtime, OpenStage stage, Work.Body body, int clients, Connection client)
      throws Exception {
    OpenStage acceptor =
        new OpenStage(
            runtime.commons(), "acceptor", runtime.configuration(), new CallingThreadModel(false));
    Work.spawn(
        acceptor,
        () -> {
          AttachedThread.currentReader().beforeAccept();
          AttachedThread.currentReader().afterAccept();
          for (int i = 0; i < clients; i++) {
            Work.spawnOn(stage, client, body);
          }
          return false;
        });
    acceptor.close();
  }

  @Test
  void shouldRefuseWhatWaitsTooLongForAWorkerOfAFormerModel() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    CountDownLatch release = new CountDownLatch(1);
    occupy(stage, release);
    Connection late = new Connection("late");
    Work.spawnOn(stage, late, () -> false);
    runtime.change(List.of("cal.model=sequential", "cal.queue-deadline=1ms"));

    eventually(
        "it is refused while the worker is kept",
        () -> {
          stage.look().atQueue(System.nanoTime());
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
