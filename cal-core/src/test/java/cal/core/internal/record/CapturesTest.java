package cal.core.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.settings.AspectNames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stage is named after its binding. */
class CapturesTest {
  @ParameterizedTest
  @CsvSource({
    "a.UploadActivities$Connection, connection",
    "a.ConnectionActivities, connection",
    "a.b.RequestParser, request-parser",
    "Activities, activities"
  })
  void shouldNameAStageAfterItsBinding(String binding, String stage) {
    assertThat(AspectNames.stage(binding)).isEqualTo(stage);
  }
}
