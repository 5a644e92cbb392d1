package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.activity.CallChain;
import cal.core.internal.engine.Engine;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Stage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Generations of a stage that come and go; the contract of all models has the rest. */
class GenerationsTest {
  private static final String STAGE = "comes-and-goes";

  private final Configuration configuration = Configuration.of(Map.of());

  private void change(OpenStage stage, ConcurrencyModel model) {
    stage.change(new StageChoice(model, configuration));
  }

  private static long closers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cal-switch-" + STAGE))
        .count();
  }

  @Test
  void shouldHaveOneThreadForEachFormerModelHoweverOftenModelsChange() throws Exception {
    ConcurrencyModel first = new ThreadsModel();
    ConcurrencyModel other = new ThreadsModel.OfVirtual();
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, first);
      CountDownLatch release = new CountDownLatch(1);
      for (int i = 0; i < 20; i++) {
        ModelFixture.occupy(stage, release);
        change(stage, i % 2 == 0 ? other : first);
      }
      ModelFixture.eventually("the other's has a closer alone", () -> closers() == 1);
      release.countDown();
      ModelFixture.eventually("nothing waits for them", () -> closers() == 0);
      ModelFixture.eventually("all have ended", () -> stage.inFlight() == 0);
      CountDownLatch ran = new CountDownLatch(1);
      Work.spawn(
          stage,
          () -> {
            ran.countDown();
            return false;
          });
      ModelFixture.await(ran, "an activity of the present model");
      stage.close();
    }
  }

  /** The thread that closes it would have died, and the stage would keep it for good. */
  @ParameterizedTest
  @FieldSource("cal.core.internal.support.CalThreadTest#FAULTS")
  void shouldCloseAFormerModelThoughThatFailsFirst(Throwable fault) {
    AtomicInteger closings = new AtomicInteger();
    ConcurrencyModel failing =
        new ThreadsModel() {
          @Override
          public ActivityScheduler open(Stage stage) {
            return new Failing(super.open(stage), closings, fault);
          }
        };
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, failing);
      change(stage, new ThreadsModel.OfVirtual());
      ModelFixture.eventually("it is closed", () -> closings.get() == 2);
      ModelFixture.eventually("its closer is gone", () -> closers() == 0);
      stage.close();
    }
  }

  /** Two stages open the model at once, and one of the two changes is given up. */
  @Test
  void shouldKeepAPartThatAnotherStageSharesWhereAChangeIsGivenUp() {
    AtomicInteger closed = new AtomicInteger();
    ConcurrencyModel sharing =
        new ThreadsModel() {
          @Override
          public ActivityScheduler open(Stage stage) {
            stage.shared(AutoCloseable.class, () -> closed::incrementAndGet);
            return super.open(stage);
          }
        };
    try (Engine runtime = Engine.of(configuration, List.of())) {
      ConcurrencyModel before = new ThreadsModel.OfVirtual();
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, before);
      OpenStage other = new OpenStage(runtime.commons(), "other", configuration, before);
      StageChange first = stage.prepare(new StageChoice(sharing, configuration));
      StageChange second = other.prepare(new StageChoice(sharing, configuration));
      first.giveUp();
      assertThat(closed).as("closed, though the other has it").hasValue(0);
      second.giveUp();
      assertThat(closed).as("closed by the last").hasValue(1);
      stage.close();
      other.close();
    }
  }

  /** A step keeps its loop to the end, whatever model its stage has by then. */
  @Test
  void shouldKnowTheLoopOfAStepAfterAChange() {
    ConcurrencyModel loop =
        new ThreadsModel() {
          @Override
          public boolean eventLoop() {
            return true;
          }
        };
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, loop);
      AtomicReference<Boolean> onLoop = new AtomicReference<>();
      Work.spawn(
          stage,
          () -> {
            change(stage, new ThreadsModel.OfVirtual());
            onLoop.set(CallChain.onEventLoop());
            return false;
          });
      ModelFixture.eventually("it has ended", () -> stage.inFlight() == 0);
      assertThat(onLoop).hasValue(true);
      stage.close();
    }
  }

  /** A model may take long to open, or fail then: until the commit nothing has changed. */
  @Test
  void shouldShowTheChoiceInForceWhileAnotherIsOpened() throws Exception {
    CountDownLatch opens = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    ConcurrencyModel before = new ThreadsModel();
    ConcurrencyModel slow =
        new ThreadsModel() {
          @Override
          public ActivityScheduler open(Stage stage) {
            assertThat(stage.setting(CoreSettings.QUEUE_CAPACITY))
                .as("its own setting")
                .isEqualTo(7);
            opens.countDown();
            try {
              ModelFixture.await(goesOn, "the look");
            } catch (InterruptedException nobodyDoes) {
              throw new AssertionError(nobodyDoes);
            }
            return super.open(stage);
          }
        };
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, before);
      Configuration others = Configuration.of(Map.of("cal.queue-capacity", "7"));
      Caller switching =
          Caller.start(
              () -> {
                stage.change(new StageChoice(slow, others));
                return null;
              });
      ModelFixture.await(opens, "the opening");
      assertThat(stage.model()).isSameAs(before);
      assertThat(stage.setting(CoreSettings.QUEUE_CAPACITY)).isNotEqualTo(7);
      goesOn.countDown();
      switching.join();
      assertThat(stage.model()).isSameAs(slow);
      assertThat(stage.setting(CoreSettings.QUEUE_CAPACITY)).isEqualTo(7);
      stage.close();
    }
  }

  /** Some times a second: nothing else may come to try again. */
  @Test
  void shouldHaveEachModelTryAgainForWhatCouldNotBeHad() {
    AtomicInteger tries = new AtomicInteger();
    ConcurrencyModel wanting =
        new ThreadsModel() {
          @Override
          public ActivityScheduler open(Stage stage) {
            ActivityScheduler opened = super.open(stage);
            return new ActivityScheduler() {
              @Override
              public void start(CapturedActivity activity) {
                opened.start(activity);
              }

              @Override
              public void retry() {
                tries.incrementAndGet();
              }

              @Override
              public List<CapturedActivity> close() {
                return opened.close();
              }
            };
          }
        };
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, wanting);
      stage.upkeep().atQueue(System.nanoTime());
      assertThat(tries).hasValue(1);
      stage.close();
    }
  }

  /** Its first close fails. */
  private record Failing(ActivityScheduler to, AtomicInteger closings, Throwable fault)
      implements ActivityScheduler {
    @Override
    public void start(CapturedActivity activity) {
      to.start(activity);
    }

    @Override
    public List<CapturedActivity> close() {
      if (closings.incrementAndGet() == 1) {
        throw Failing.<RuntimeException>asIs(fault);
      }
      return to.close();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T asIs(Throwable any) throws T {
      throw (T) any;
    }
  }
}
