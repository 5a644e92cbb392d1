package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ThreadsModel;
import cal.core.internal.settings.AdaptiveRules;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Models;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
}
