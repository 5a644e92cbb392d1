package cal.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.LogLines;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A line a second at most, whatever an overload brings. */
class RejectionLogTest {
  private final LogLines log = new LogLines("overload");
  private final OpenStage stage =
      new OpenStage(
          Engine.of(Configuration.of(Map.of()), List.of()).commons(),
          "overload",
          Configuration.of(Map.of()),
          new CallingThreadModel(false));

  @BeforeEach
  void refuseAll() {
    stage.close();
  }

  @AfterEach
  void stopListening() {
    log.close();
  }

  @Test
  void shouldLogALineASecondAtMostAndCountTheOthers() {
    long start = System.nanoTime();
    long[] refused = {0};
    ModelFixture.eventually(
        "a second line",
        () -> {
          Work.spawn(stage, () -> false);
          refused[0]++;
          return log.lines().size() >= 2;
        });
    long seconds = (System.nanoTime() - start) / 1_000_000_000L;
    List<String> lines = log.lines();
    assertThat(seconds).as("time between two lines").isPositive();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .contains("refused overload[static]")
        .contains(Work.SITE)
        .contains("the stage drains")
        .contains("limit=")
        .as("no setting helps against a drain")
        .doesNotContain("raise");
    assertThat(lines.get(1)).endsWith("; " + (refused[0] - 2) + " more since the last such line");
    assertThat(stage.status().rejected()).isEqualTo(refused[0]);
  }

  /** The caller may hold what its object's text needs: no other thread could have it then. */
  @Test
  void shouldNameWhatIsRefusedOnTheThreadOfItsCaller() {
    Object guard = new Object();
    Object guarded =
        new Object() {
          @Override
          public String toString() {
            synchronized (guard) {
              return "guarded";
            }
          }
        };
    synchronized (guard) {
      Work.spawnOn(stage, guarded, () -> false);
    }
    assertThat(log.lines()).singleElement().asString().contains("refused overload[guarded]");
  }
}
