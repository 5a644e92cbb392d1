package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

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
import cal.core.spi.ConfigurationException;
import cal.core.spi.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /** One that cannot be opened. */
  private static final class Broken implements ConcurrencyModel {
    private int opened;

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public String whenToChoose() {
      return "in tests";
    }

    @Override
    public ActivityScheduler open(Stage stage) {
      opened++;
      throw new ConfigurationException("it cannot be opened");
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
  private final Adaptive adaptive = new Adaptive(models, choices);
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage stage = open("work");
  private final OpenStage fixed = open("fixed");

  private OpenStage open(String name) {
    ModelChoice choice = ModelChoice.configured(name, configuration);
    ConcurrencyModel model = models.named(choice.model(), choice.origin());
    OpenStage opened = new OpenStage(runtime.commons(), name, configuration, model);
    choices.add(opened, changed -> ModelChoice.configured(name, changed));
    return opened;
  }

  @AfterEach
  void close() {
    stage.close();
    fixed.close();
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
  void shouldNotTryAModelAgainThatCannotBeOpened() {
    Map<Measure, Double> load = Map.of(Measure.CPU, 3.0, Measure.CONNECTIONS, 500.0);
    assertThat(models(load, 9).getLast()).isEqualTo("virtual");
    assertThat(broken.opened).isEqualTo(1);
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

  /** Measures of a server that does nothing, which are no accident. */
  @Test
  void shouldMeasureNoLoad() {
    LoadMeter meter = new LoadMeter();
    meter.look(List.of(stage));
    assertThat(meter.read(List.of(stage), System.nanoTime()))
        .containsKeys(Measure.values())
        .containsEntry(Measure.CONNECTIONS, 0.0)
        .containsEntry(Measure.ACTIVE, 0.0)
        .containsEntry(Measure.BLOCKING, 0.0);
  }
}
