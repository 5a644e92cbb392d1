package cal.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.internal.generation.SequentialModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which model a stage gets: what is configured, unless it only hands off. */
class ModelChoiceTest {
  private static final ModelChoice IN_PLACE =
      new ModelChoice("sequential", "hand-offs run in their caller");

  private static ModelChoice handOffs(boolean eventLoop, boolean blocks, String... settings) {
    Models models =
        new Models(List.of(new SequentialModel(), new CallingThreadModel(false, eventLoop)));
    return ModelChoice.of("store", true, blocks, configuration(settings), models);
  }

  private static Configuration configuration(String... settings) {
    return switch (settings.length) {
      case 0 -> Configuration.of(Map.of("cal.model", "calling-thread"));
      default -> Configuration.of(Map.of("cal.model", "calling-thread", settings[0], settings[1]));
    };
  }

  @Test
  void shouldRunHandOffsInTheirCaller() {
    assertThat(handOffs(false, false)).isEqualTo(IN_PLACE);
    assertThat(handOffs(true, false)).as("nothing in it blocks").isEqualTo(IN_PLACE);
    assertThat(handOffs(false, true)).as("a thread may block").isEqualTo(IN_PLACE);
  }

  @Test
  void shouldGiveCallsThatBlockAPoolBesideAnEventLoop() {
    assertThat(handOffs(true, true))
        .isEqualTo(
            new ModelChoice("executor-pool", "its calls block, which calling-thread must not"));
  }

  @Test
  void shouldPreferTheStagesOwnModel() {
    for (String own : List.of("sequential", "calling-thread", "thread")) {
      assertThat(handOffs(true, true, "cal.stage.store.model", own))
          .isEqualTo(new ModelChoice(own, "given"));
    }
  }

  @Test
  void shouldStayAsUnwovenUnderSequential() {
    Models models = new Models(List.of(new SequentialModel()));
    Configuration configuration = Configuration.of(Map.of("cal.model", "sequential"));
    assertThat(ModelChoice.of("store", true, true, configuration, models))
        .isEqualTo(new ModelChoice("sequential", "given"));
  }

  @Test
  void shouldRunWhatSpawnsAsConfigured() {
    Models models = new Models(List.of(new CallingThreadModel(false, true)));
    assertThat(ModelChoice.of("connection", false, true, configuration(), models))
        .isEqualTo(new ModelChoice("calling-thread", "given"));
  }
}
