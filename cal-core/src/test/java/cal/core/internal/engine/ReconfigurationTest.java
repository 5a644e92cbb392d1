package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.settings.AdaptiveRules;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import cal.core.spi.StageStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each change of a running server is told, with its reason: as a line, and as an event. */
class ReconfigurationTest {
  @TempDir private Path folder;

  private static Engine runtime() {
    Models models =
        Models.of(
            List.of(new ThreadsModel(), new ThreadsModel.OfVirtual()),
            AdaptiveRules.parse("test-thread", "test.rules"));
    Engine runtime =
        new Engine(
            Configuration.of(
                Map.of("cal.model", ThreadsModel.PLATFORM, "cal.stage.own.idle-timeout", "1m")),
            models);
    runtime.open("work");
    runtime.open("own");
    return runtime;
  }

  private List<String> recorded(Recording recording) throws IOException {
    recording.stop();
    Path file = folder.resolve("changes.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream().map(ReconfigurationTest::told).toList();
  }

  private static String told(RecordedEvent event) {
    String setting = event.hasField("setting") ? event.getString("setting") + "=" : "";
    return "%s stage=%s: %s%s -> %s (%s)"
        .formatted(
            event.getEventType().getName(),
            event.getString("stage"),
            setting,
            event.getString("from"),
            event.getString("to"),
            event.getString("reason"));
  }

  @Test
  void shouldTellEachChangeOfAModelAndOfASetting() throws Exception {
    try (Recording recording = new Recording();
        Engine runtime = runtime()) {
      recording.enable("cal.Switched");
      recording.enable("cal.SettingChanged");
      recording.start();
      assertThat(runtime.change(List.of("cal.idle-timeout=90s", "cal.queue-deadline=0ms")))
          .as("own has a value of its own, and 0ms is 0s")
          .containsExactly("stage=work: idle-timeout=0s -> 90s (switched by an operator)");
      assertThat(runtime.change(List.of("cal.stage.own.model=test-virtual"), "by night"))
          .containsExactly("stage=own: test-thread -> test-virtual (by night)");
      assertThat(runtime.change(List.of("cal.queue-capacity=7"), "in vain"))
          .as("no stage has a queue")
          .isEmpty();
      assertThat(recorded(recording))
          .containsExactly(
              "cal.SettingChanged stage=work: idle-timeout=0s -> 90s (switched by an operator)",
              "cal.Switched stage=own: test-thread -> test-virtual (by night)");
    }
  }

  /** What the stages of one model share. */
  private record Part(List<String> told) implements AutoCloseable {
    @Override
    public void close() {
      told.add("the shared part is closed");
    }
  }

  /** A model that shares a part, and that one of two stages cannot have. */
  private static final class HalfBroken extends ThreadsModel {
    private final List<String> told = new ArrayList<>();

    @Override
    public String name() {
      return "half-broken";
    }

    @Override
    public ActivityScheduler open(Stage stage) {
      stage.shared(Part.class, () -> new Part(told));
      if (stage.name().equals("own")) {
        throw new IllegalStateException("in a test");
      }
      told.add("opened by " + stage.name());
      ActivityScheduler made = super.open(stage);
      return new ActivityScheduler() {
        @Override
        public void start(CapturedActivity activity) {
          told.add("used by " + stage.name());
          made.start(activity);
        }

        @Override
        public List<CapturedActivity> close() {
          told.add("closed by " + stage.name());
          return made.close();
        }
      };
    }
  }

  @Test
  void shouldHaveChangedNothingWhereTheLastOfSomeStagesCannotChange() {
    HalfBroken broken = new HalfBroken();
    List<ConcurrencyModel> all = List.of(new ThreadsModel(), broken);
    Models models = Models.of(all, AdaptiveRules.parse("test-thread", "test.rules"));
    Map<String, String> before = Map.of("cal.model", ThreadsModel.PLATFORM);
    try (Engine runtime = new Engine(Configuration.of(before), models)) {
      OpenStage work = runtime.open("work");
      runtime.open("own");
      List<StageStatus> status = runtime.getStages();
      List<String> change = List.of("cal.model=half-broken", "cal.max-in-flight=7");
      assertThatThrownBy(() -> runtime.change(change)).hasMessage("in a test");
      assertThat(broken.told)
          .containsExactly("opened by work", "closed by work", "the shared part is closed");
      assertThat(runtime.getStages()).isEqualTo(status);
      assertThat(runtime.configuration().described()).hasSize(1);
      CountDownLatch ran = new CountDownLatch(1);
      Work.spawn(
          work,
          () -> {
            ran.countDown();
            return false;
          });
      ModelFixture.eventually("an activity runs as before", () -> ran.getCount() == 0);
    }
  }
}
