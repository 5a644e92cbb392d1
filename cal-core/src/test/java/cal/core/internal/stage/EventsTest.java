package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of activities in a flight recording. */
class EventsTest {
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage stage =
      new OpenStage(
          runtime.commons(),
          "work",
          Configuration.of(Map.of("cal.max-in-flight", "1", "cal.when-full", "reject")),
          new CallingThreadModel(false));

  @TempDir private Path folder;

  @AfterEach
  void close() {
    stage.close();
  }

  private List<RecordedEvent> record(boolean steps) throws IOException {
    runtime.onFailure((activity, failure) -> {});
    try (Recording recording = new Recording()) {
      if (steps) {
        recording.enable("cal.ActivityStep").withoutThreshold();
      }
      recording.start();
      int[] step = {0};
      Work.spawnOn(stage, "steps", () -> ++step[0] < 3);
      Work.spawnOn(
          stage,
          "fails",
          () -> {
            throw new IOException("broken");
          });
      // A worker of the full stage is refused.
      Work.spawnOn(
          stage,
          "parent",
          () -> {
            Work.spawnOn(stage, "child", () -> false);
            return false;
          });
      recording.stop();
      Path file = folder.resolve("activities.jfr");
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().startsWith("cal."))
          .toList();
    }
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }

  @Test
  void shouldRecordFailuresAndRejectionsButNoStepsByDefault() throws IOException {
    List<RecordedEvent> events = record(false);
    assertThat(events).hasSize(2);
    RecordedEvent failed = named(events, "cal.ActivityFailed").getFirst();
    assertThat(failed.getString("stage")).isEqualTo("work");
    assertThat(failed.getString("activity")).contains("work[fails]").contains(Work.SITE);
    assertThat(failed.getString("failure")).isEqualTo("java.io.IOException: broken");
    RecordedEvent rejected = named(events, "cal.Rejected").getFirst();
    assertThat(rejected.getString("activity")).contains("work[child]");
    assertThat(rejected.getString("reason")).isEqualTo("the stage is full");
  }

  @Test
  void shouldRecordEachStepWhereARecordingAsksForThem() throws IOException {
    List<RecordedEvent> steps = named(record(true), "cal.ActivityStep");
    assertThat(steps)
        .extracting(event -> event.getString("activity"))
        .containsExactlyInAnyOrder(
            "work[steps]", "work[steps]", "work[steps]", "work[fails]", "work[parent]");
    assertThat(steps).allMatch(event -> event.getString("stage").equals("work"));
    assertThat(steps).allMatch(event -> !event.getDuration().isNegative());
  }
}
