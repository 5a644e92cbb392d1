package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.engine.Engine;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.stage.HeldActivity;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import cal.core.spi.StageStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Switching: from the model and to it, while activities run; none is lost, no permit is kept. */
abstract class SwitchContract extends ModelFixture {
  private static final ConcurrencyModel OTHER = new ThreadsModel();

  SwitchContract(ModelContract contract) {
    super(contract);
  }

  /** Another model whose start does first what a test says, and tells when it is closed. */
  private record Watched(Consumer<CapturedActivity> onStart, AtomicBoolean closed)
      implements ConcurrencyModel {
    @Override
    public String name() {
      return "watched";
    }

    @Override
    public String whenToChoose() {
      return "in tests";
    }

    @Override
    public ActivityScheduler open(Stage stage) {
      ActivityScheduler threads = OTHER.open(stage);
      return new ActivityScheduler() {
        @Override
        public void start(CapturedActivity activity) {
          onStart.accept(activity);
          threads.start(activity);
        }

        @Override
        public List<CapturedActivity> close() {
          closed.set(true);
          return threads.close();
        }
      };
    }
  }

  private static void change(OpenStage stage, Engine runtime, ConcurrencyModel model) {
    stage.change(new StageChoice(model, runtime.configuration()));
  }

  private ConcurrencyModel own(Engine runtime) {
    return runtime.models().named(contract.model(), "in tests");
  }

  @Test
  void shouldRunTheNextStepUnderTheOtherModelAndComeBack() throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    List<Hold> holds = List.of(new Hold(), new Hold(), new Hold());
    List<String> threads = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger steps = new AtomicInteger();
    Work.spawn(
        stage,
        () -> {
          int step = steps.getAndIncrement();
          threads.add(Thread.currentThread().getName());
          holds.get(step).here();
          return step < 2;
        });
    holds.get(0).awaitAll();
    change(stage, runtime, OTHER);
    assertThat(stage.status().model()).isEqualTo(OTHER.name());
    holds.get(0).release();
    holds.get(1).awaitAll();
    change(stage, runtime, own(runtime));
    holds.get(1).release();
    holds.get(2).awaitAll();
    holds.get(2).release();
    assertThat(settled(stage, 1).completed()).isEqualTo(1);
    assertThat(threads).hasSize(3);
    assertThat(threads.get(0)).startsWith("cal-" + contract.model() + "-work-");
    assertThat(threads.get(1)).startsWith("cal-" + OTHER.name() + "-work-");
    assertThat(threads.get(2)).startsWith("cal-" + contract.model() + "-work-");
  }

  /** The close of a model interrupts its threads, and a handler may write to a file. */
  @Test
  void shouldLetAFailureHandlerEndBeforeTheModelIsClosed() throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    AtomicBoolean closed = new AtomicBoolean();
    change(stage, runtime, new Watched(activity -> {}, closed));
    Hold handler = new Hold();
    AtomicBoolean interrupted = new AtomicBoolean();
    runtime.onFailure(
        (activity, thrown) -> {
          try {
            handler.here();
          } catch (InterruptedException e) {
            interrupted.set(true);
          }
        });
    Work.spawn(
        stage,
        () -> {
          throw new IllegalStateException("in a test");
        });
    handler.awaitAll();
    quiescent(stage);
    change(stage, runtime, own(runtime));
    eventually("the end of the model looks", () -> closed.get() || looks("cal-switch-work"));
    assertThat(closed).as("while the handler is called").isFalse();
    handler.release();
    eventually("the model is closed", closed::get);
    assertThat(interrupted).as("the handler was interrupted").isFalse();
  }

  private static boolean looks(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            one -> one.getName().equals(thread) && one.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void shouldPassOnWhatWaitsForAWorker() throws Exception {
    assumeTrue(contract.bounded(), "each activity has a worker here");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    CountDownLatch ran = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      Work.spawn(
          stage,
          () -> {
            ran.countDown();
            return false;
          });
    }
    change(stage, runtime, OTHER);
    await(ran, "activities that waited for the only worker");
    release.countDown();
    assertThat(settled(stage, 21).completed()).isEqualTo(21);
  }

  /** They have their places, although the other model has fewer. */
  @Test
  void shouldRunThoseThatWereAdmittedBeforeAModelWithLessRoom() throws Exception {
    assumeTrue(contract.bounded(), "there is room for all here");
    Engine runtime = runtime(1, "queue-capacity=0");
    OpenStage stage = runtime.open("work");
    change(stage, runtime, OTHER);
    int number = 5;
    CountDownLatch admitted = new CountDownLatch(number);
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      HeldActivity held = new HeldActivity(stage, admitted, goesOn, ends);
      callers.add(Thread.ofPlatform().start(held::enter));
    }
    await(admitted, "the places of all");
    change(stage, runtime, own(runtime));
    assertThat(stage.limit()).isEqualTo(1);
    goesOn.countDown();
    ends.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
    StageStatus status = settled(stage, number);
    assertThat(status.completed()).isEqualTo(number);
    assertThat(status.rejected()).isZero();
  }

  @Test
  void shouldRunEveryStepOnceInOrderWhileModelsChange() throws Exception {
    Engine runtime = runtime(4);
    OpenStage stage = runtime.open("work");
    int activities = 200;
    int last = 50;
    List<List<Integer>> steps = new ArrayList<>();
    for (int i = 0; i < activities; i++) {
      List<Integer> own = new ArrayList<>(); // plain: the models order its steps
      steps.add(own);
      Work.spawn(
          stage,
          () -> {
            own.add(own.size());
            return own.size() < last;
          });
    }
    for (int i = 0; stage.inFlight() > 0 || i < 10; i++) {
      change(stage, runtime, i % 2 == 0 ? OTHER : own(runtime));
      Thread.yield();
    }
    StageStatus status = settled(stage, activities);
    assertThat(status.completed()).isEqualTo(activities);
    for (List<Integer> own : steps) {
      assertThat(own).hasSize(last).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void shouldHandCallsOffWhileModelsChange() throws Exception {
    Engine runtime = runtime(4);
    OpenStage stage = runtime.open("work");
    AtomicBoolean stop = new AtomicBoolean();
    Thread switching =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; !stop.get(); i++) {
                    change(stage, runtime, i % 2 == 0 ? OTHER : own(runtime));
                  }
                });
    for (int i = 0; i < 2_000; i++) {
      int number = i;
      assertThat(stage.handOffCall(Work.of(stage, () -> number))).isEqualTo(number);
    }
    stop.set(true);
    switching.join();
    quiescent(stage);
  }

  @Test
  void shouldCloseTheFormerModelAfterItsLastActivityHasEndedOrGoneOver() throws Exception {
    Engine runtime = runtime(2, "shutdown-timeout=10m"); // its closer looks by itself only then
    OpenStage stage = runtime.open("work");
    Watched watched = new Watched(activity -> {}, new AtomicBoolean());
    change(stage, runtime, watched);
    CountDownLatch release = occupy(stage);
    List<Hold> holds = List.of(new Hold(), new Hold());
    AtomicInteger steps = new AtomicInteger();
    Work.spawn(
        stage,
        () -> {
          holds.get(steps.getAndIncrement()).here();
          return steps.get() < holds.size();
        });
    holds.getFirst().awaitAll();
    change(stage, runtime, own(runtime));
    assertThat(watched.closed()).as("closed, although it runs activities").isFalse();
    holds.getFirst().release();
    holds.getLast().awaitAll();
    assertThat(watched.closed()).as("closed, although it runs an activity").isFalse();
    release.countDown();
    eventually("the former model is closed", watched.closed()::get);
    holds.getLast().release();
    quiescent(stage);
  }

  @Test
  void shouldKeepAnActivityThatTheOtherModelCannotTake() throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    Hold hold = new Hold();
    AtomicInteger steps = new AtomicInteger();
    Work.spawn(
        stage,
        () -> {
          if (steps.get() == 0) {
            hold.here();
          }
          return steps.incrementAndGet() < 10;
        });
    hold.awaitAll();
    AtomicInteger asked = new AtomicInteger();
    Consumer<CapturedActivity> full =
        activity -> {
          asked.incrementAndGet();
          throw new OutOfMemoryError("no thread, in a test");
        };
    Watched refusing = new Watched(full, new AtomicBoolean());
    change(stage, runtime, refusing);
    hold.release();
    assertThat(settled(stage, 1).completed()).isEqualTo(1);
    assertThat(steps).hasValue(10);
    assertThat(asked).as("it is asked once, and not at each step").hasValue(1);
    change(stage, runtime, own(runtime));
    eventually("the model that took nothing is closed", refusing.closed()::get);
  }

  @Test
  void shouldChangeNothingWhereTheOtherModelCannotBeOpened() throws Throwable {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    ConcurrencyModel broken =
        new ThreadsModel() {
          @Override
          public ActivityScheduler open(Stage of) {
            throw new IllegalStateException("cannot be opened, in a test");
          }
        };
    assertThatThrownBy(() -> change(stage, runtime, broken)).hasMessageContaining("in a test");
    assertThat(stage.status().model()).isEqualTo(contract.model());
    assertThat(inActivity(stage, () -> Thread.currentThread().getName()).toString())
        .startsWith("cal-" + contract.model());
  }

  @Test
  void shouldDrainAllModelsThatStillRunActivities() throws Exception {
    Engine runtime = runtime(2, "shutdown-timeout=10m");
    OpenStage stage = runtime.open("work");
    Hold hold = new Hold(2);
    AtomicInteger steps = new AtomicInteger();
    Work.Body twice =
        () -> {
          hold.here();
          return steps.incrementAndGet() < 100;
        };
    Work.spawn(stage, twice);
    change(stage, runtime, OTHER);
    Work.spawn(stage, twice);
    hold.awaitAll();
    stage.drain();
    hold.release();
    quiescent(stage);
    assertThat(steps).as("each ended after its step").hasValue(2);
  }

  @Test
  void shouldChangeTheLimitOfWhatIsInFlight() throws Exception {
    Engine runtime = runtime(2, "max-in-flight=1", "when-full=reject");
    OpenStage stage = runtime.open("work");
    CountDownLatch release = occupy(stage);
    Work.spawn(stage, () -> false);
    assertThat(stage.status().rejected()).isEqualTo(1);
    runtime.change(List.of("cal.max-in-flight=2"));
    assertThat(stage.limit()).isEqualTo(2);
    occupy(stage, release);
    runtime.change(List.of("cal.stage.work.max-in-flight=1"));
    assertThat(stage.inFlight()).isEqualTo(2);
    Work.spawn(stage, () -> false);
    assertThat(stage.status().rejected()).isEqualTo(2);
    release.countDown();
    quiescent(stage);
  }
}
