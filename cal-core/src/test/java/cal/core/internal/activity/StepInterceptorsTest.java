package cal.core.internal.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Thrown;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Interceptors of activities are told of each step, on its thread, and break nothing. */
class StepInterceptorsTest {
  private final List<String> told = new ArrayList<>();
  private Engine runtime;
  private final List<Supplier<StageStatus>> opened = new ArrayList<>();

  /** Takes part with interceptors from somewhere. */
  private StepInterceptorProvider with(Supplier<StepInterceptor> interceptors) {
    return new StepInterceptorProvider() {
      @Override
      public boolean takesPart() {
        return true;
      }

      @Override
      public void opened(Supplier<StageStatus> status) {
        opened.add(status);
      }

      @Override
      public StepInterceptor intercept(CapturedActivity activity) {
        return interceptors.get();
      }
    };
  }

  /** Notes what it is told, under a name; may fail at a step's begin. */
  private StepInterceptorProvider noting(String name, boolean fails) {
    return with(
        () -> {
          told.add(name + " intercepts");
          return interceptor(name, fails);
        });
  }

  private StepInterceptor interceptor(String name, boolean fails) {
    return new StepInterceptor() {
      @Override
      public void beforeStep() {
        told.add(name + " before");
        if (fails) {
          throw new IllegalStateException(name + " failed");
        }
      }

      @Override
      public void afterStep() {
        told.add(name + " after");
      }
    };
  }

  private OpenStage stage(StepInterceptorProvider... providers) {
    Configuration configuration = Configuration.of(Map.of());
    Models models = Models.of(StepInterceptorsTest.class.getClassLoader());
    runtime = new Engine(configuration, models, new StepInterceptors(List.of(providers)));
    return new OpenStage(runtime.commons(), "work", configuration, new CallingThreadModel(false));
  }

  @Test
  void shouldTellEachOfEveryStepInNestedOrder() {
    OpenStage stage = stage(noting("clock", false), noting("context", false));
    int[] steps = {0};

    Work.spawn(stage, () -> ++steps[0] < 2);

    List<String> step = List.of("clock before", "context before", "context after", "clock after");
    List<String> expected = new ArrayList<>(List.of("clock intercepts", "context intercepts"));
    expected.addAll(step);
    expected.addAll(step);
    assertThat(told).isEqualTo(expected);
    assertThat(steps).containsExactly(2);
    stage.close();
  }

  @Test
  void shouldGoWithHandOffsAndLeaveTheirFailuresAsTheyAre() {
    OpenStage stage = stage(noting("clock", false));
    IllegalStateException failure = new IllegalStateException("the call's own");

    assertThatThrownBy(
            () ->
                stage.handOff(
                    Work.of(
                        stage,
                        () -> {
                          throw failure;
                        })))
        .isSameAs(failure);

    assertThat(told).containsExactly("clock intercepts", "clock before", "clock after");
    stage.close();
  }

  @Test
  void shouldEndAnActivityWhoseInterceptorFailsAndUndoTheOthers() {
    OpenStage stage = stage(noting("clock", false), noting("context", true));
    AtomicReference<String> ran = new AtomicReference<>();

    Work.spawn(
        stage,
        () -> {
          ran.set("ran");
          return false;
        });

    assertThat(ran).hasNullValue();
    assertThat(told).endsWith("clock before", "context before", "clock after");
    assertThat(stage.status().failed()).isEqualTo(1);
    stage.close();
  }

  @Test
  void shouldRunActivitiesAlthoughNoInterceptorCanBeMade() {
    StepInterceptorProvider broken =
        with(
            () -> {
              throw new IllegalStateException("no interceptor today");
            });
    OpenStage stage = stage(broken);

    Work.spawn(stage, () -> false);

    assertThat(stage.status().completed()).isEqualTo(1);
    stage.close();
  }

  @Test
  void shouldTellOfStagesThatAreOpened() {
    Configuration configuration = Configuration.of(Map.of("cal.model", "sequential"));
    Models models = Models.of(StepInterceptorsTest.class.getClassLoader());
    StepInterceptorProvider provider = noting("clock", false);
    try (Engine runtime =
        new Engine(configuration, models, new StepInterceptors(List.of(provider)))) {
      runtime.open("work");

      assertThat(opened).singleElement().extracting(s -> s.get().stage()).isEqualTo("work");
    }
  }

  @Test
  void shouldAskNobodyWhereNoProviderIsOnTheClassPath() {
    assertThat(StepInterceptors.of(StepInterceptorsTest.class.getClassLoader())).isNull();
  }

  /** Fails as an accessor of a thread local may, before the step or after it. */
  private StepInterceptorProvider failing(Throwable before, Throwable after) {
    return with(
        () ->
            new StepInterceptor() {
              @Override
              public void beforeStep() {
                raise(before);
              }

              @Override
              public void afterStep() {
                raise(after);
              }
            });
  }

  private static void raise(Throwable thrown) {
    if (thrown != null) {
      throw Thrown.<RuntimeException>asIs(thrown);
    }
  }

  @Test
  void shouldTellTheCallerOfAHandOffThatItsCallWasNotMade() {
    IllegalStateException failure = new IllegalStateException("no context");
    OpenStage stage = stage(failing(failure, null));
    AtomicReference<String> ran = new AtomicReference<>();

    assertThatThrownBy(() -> stage.handOff(Work.of(stage, () -> ran.getAndSet("ran"))))
        .isSameAs(failure);

    assertThat(ran).hasNullValue();
    assertThat(stage.status().failed()).isEqualTo(1);
    assertThat(stage.inFlight()).isZero();
    stage.close();
  }

  @Test
  void shouldAnswerAHandOffThatWasMadeWhateverItsInterceptorThrowsAfterwards() throws Throwable {
    OpenStage stage = stage(failing(null, new IllegalStateException("cannot restore")));

    assertThat(stage.handOff(Work.of(stage, () -> "stored"))).isEqualTo("stored");

    assertThat(stage.status().completed()).isEqualTo(1);
    stage.close();
  }

  @Test
  void shouldLetTheStepsOwnFailureComeFirst() {
    IllegalStateException after = new IllegalStateException("cannot restore");
    OpenStage stage = stage(failing(null, after));
    AtomicReference<Throwable> reported = new AtomicReference<>();
    runtime.onFailure((activity, thrown) -> reported.set(thrown));
    IllegalArgumentException own = new IllegalArgumentException("the step's");

    Work.spawn(
        stage,
        () -> {
          throw own;
        });

    assertThat(reported.get()).isSameAs(own).hasSuppressedException(after);
    stage.close();
  }

  @Test
  void shouldLoseNoPermitWhereAnInterceptorCannotBeLinked() throws Throwable {
    StepInterceptorProvider unlinked =
        with(
            () -> {
              throw new NoClassDefFoundError("of an accessor");
            });
    OpenStage stage = stage(unlinked, noting("clock", false));

    Work.spawn(stage, () -> false);
    assertThat(stage.handOff(Work.of(stage, () -> "stored"))).isEqualTo("stored");

    assertThat(stage.inFlight()).isZero();
    assertThat(stage.status().completed()).isEqualTo(2);
    assertThat(told).as("the others go along").contains("clock before");
    stage.close();
  }
}
