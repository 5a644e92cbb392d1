package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.settings.AdaptiveRules;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Measure;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stages that follow the load, by measures that a test makes up. */
class AdaptiveTest {
  private static final String RULES =
      """
      hold 3
      rest 2
      broken       if cpu >= 2
      test-virtual if connections >= 100
      test-thread
      """;

  private static final Map<Measure, Double> FEW = Map.of(Measure.CONNECTIONS, 5.0);
  private static final Map<Measure, Double> MANY = Map.of(Measure.CONNECTIONS, 500.0);
  private static final Map<Measure, Double> BROKEN =
      Map.of(Measure.CPU, 3.0, Measure.CONNECTIONS, 500.0);

  /** One that some stages cannot open. */
  private static final class Broken extends ThreadsModel {
    private final Set<String> refused = new HashSet<>(Set.of("work"));
    private final List<String> opened = new ArrayList<>();

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public ActivityScheduler open(Stage stage) {
      opened.add(stage.name());
      if (refused.contains(stage.name())) {
        throw new OutOfMemoryError("no thread, in a test");
      }
      return super.open(stage);
    }
  }

  private final Broken broken = new Broken();
  private final Models models =
      Models.of(
          List.of(new ThreadsModel(), new ThreadsModel.OfVirtual(), broken),
          AdaptiveRules.parse(RULES, "test.rules"));
  private final Configuration configuration =
      Configuration.of(
          Map.of("cal.model", "adaptive", "cal.stage.fixed.model", ThreadsModel.PLATFORM));
  private final Reconfiguration choices = new Reconfiguration(configuration, models);
  private final Queue<Runnable> pending = new ArrayDeque<>();
  private boolean atOnce = true;
  private final Adaptive adaptive = new Adaptive(models, choices, this::change);
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final List<OpenStage> opened = new ArrayList<>();
  private final OpenStage stage = open("work");
  private final OpenStage fixed = open("fixed");

  private OpenStage open(String name) {
    ModelChoice choice = ModelChoice.configured(name, configuration);
    ConcurrencyModel model = models.named(choice.model(), choice.origin());
    OpenStage another = new OpenStage(runtime.commons(), name, configuration, model);
    choices.add(another, changed -> ModelChoice.configured(name, changed));
    opened.add(another);
    return another;
  }

  private void change(Runnable change) {
    pending.add(change);
    if (atOnce) {
      pending.remove().run();
    }
  }

  @AfterEach
  void close() {
    opened.forEach(OpenStage::close);
    runtime.close();
  }

  private List<String> models(Map<Measure, Double> load, int seconds) {
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      adaptive.adapt(load);
      seen.add(stage.model().name().substring("test-".length()));
    }
    return seen;
  }

  @Test
  void shouldFollowALoadThatStays() {
    assertThat(models(FEW, 2)).containsExactly("thread", "thread");
    assertThat(models(MANY, 3)).containsExactly("thread", "thread", "virtual");
    assertThat(fixed.model().name()).isEqualTo(ThreadsModel.PLATFORM);
  }

  @Test
  void shouldNotFollowALoadThatPasses() {
    for (int i = 0; i < 10; i++) {
      assertThat(models(MANY, 2)).containsOnly("thread");
      assertThat(models(FEW, 1)).containsOnly("thread");
    }
  }

  @Test
  void shouldRestAfterAChange() {
    models(MANY, 3);
    assertThat(models(FEW, 4)).containsExactly("virtual", "virtual", "thread", "thread");
  }

  @Test
  void shouldTryAModelThatCannotBeOpenedAgainLater() {
    assertThat(models(BROKEN, 9).getLast()).isEqualTo("virtual");
    assertThat(broken.opened).hasSize(1);
    broken.refused.clear();
    models(BROKEN, Adaptive.BARRED);
    assertThat(stage.model()).isEqualTo(broken);
  }

  @Test
  void shouldTryAModelLessOftenThatCannotBeOpenedAgain() {
    models(BROKEN, 3 * Adaptive.BARRED);
    assertThat(broken.opened).hasSize(2);
  }

  @Test
  void shouldChangeNoStageWhereOneCannotChange() {
    broken.refused.clear();
    OpenStage last = open("last");
    broken.refused.add("last");
    models(BROKEN, 3);
    assertThat(broken.opened).containsExactly("work", "last");
    assertThat(List.of(stage.model().name(), last.model().name()))
        .containsOnly(ThreadsModel.PLATFORM);
    models(BROKEN, 6);
    assertThat(List.of(stage.model().name(), last.model().name()))
        .containsOnly(ThreadsModel.VIRTUAL);
  }

  @Test
  void shouldChangeNothingForAnOperatorWhereOneStageCannotChange() {
    broken.refused.clear();
    broken.refused.add("last");
    OpenStage last = open("last");
    assertThatThrownBy(
            () -> choices.change(List.of("cal.model=broken", "cal.max-in-flight=7"), "in tests"))
        .hasMessageContaining("no thread, in a test");
    assertThat(List.of(stage.model().name(), last.model().name()))
        .containsOnly(ThreadsModel.PLATFORM);
    assertThat(stage.limit()).isEqualTo(last.limit()).isNotEqualTo(7);
  }

  @Test
  void shouldTakeAStageAlongThatOpensLater() {
    models(MANY, 3);
    OpenStage late = open("late");
    assertThat(late.model().name()).isEqualTo(ThreadsModel.PLATFORM);
    models(MANY, 1);
    assertThat(late.model().name()).isEqualTo(ThreadsModel.VIRTUAL);
  }

  /** The thread that measures keeps the JVM, and looks at clients. */
  @Test
  void shouldLeaveAChangeToAnotherThreadAndDecideNothingMeanwhile() {
    atOnce = false;
    models(MANY, 5);
    assertThat(pending).as("changes that were begun").hasSize(1);
    assertThat(stage.model().name()).isEqualTo(ThreadsModel.PLATFORM);
    pending.remove().run();
    assertThat(stage.model().name()).isEqualTo(ThreadsModel.VIRTUAL);
    models(FEW, 5);
    assertThat(pending).as("the change back").hasSize(1);
  }

  @Test
  void shouldKeepWhatItHasAdaptedToWhereOtherSettingsChange() {
    models(MANY, 3);
    choices.change(List.of("cal.max-in-flight=7"), "in tests");
    assertThat(stage.model().name()).isEqualTo(ThreadsModel.VIRTUAL);
    choices.change(List.of("cal.model=test-thread"), "in tests");
    assertThat(stage.model().name()).isEqualTo(ThreadsModel.PLATFORM);
    assertThat(choices.adaptive()).isEmpty();
  }

  @Test
  void shouldBeginAnewWhereItIsChosenAgain() {
    models(MANY, 3);
    choices.change(List.of("cal.model=test-thread"), "in tests");
    models(MANY, 1);
    choices.change(List.of("cal.model=adaptive"), "in tests");
    assertThat(models(FEW, 1)).as("not what it had adapted to before").containsExactly("thread");
    assertThat(models(MANY, 3)).containsExactly("thread", "thread", "virtual");
  }

  @Test
  void shouldNotAskAStageEachSecondThatCannotFollowTheOthers() {
    broken.refused.clear();
    models(BROKEN, 3);
    broken.opened.clear();
    broken.refused.add("last");
    OpenStage last = open("last");
    models(BROKEN, Adaptive.BARRED / 2);
    assertThat(broken.opened).containsOnlyOnce("last");
    assertThat(last.model().name()).as("another for all").isEqualTo(stage.model().name());
  }

  @Test
  void shouldRunEveryStepOnceInOrderWhileTheLoadChanges() {
    int last = 50;
    List<List<Integer>> steps = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
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
      models(i % 2 == 0 ? MANY : FEW, 5);
    }
    ModelFixture.eventually("all have ended", () -> stage.status().completed() == 100);
    for (List<Integer> own : steps) {
      assertThat(own).hasSize(last).isSorted();
    }
  }
}
