package cal.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stage is named after its binding, by the library as by the record. */
class AspectNamesTest {
  @ParameterizedTest
  @CsvSource({
    "a.UploadActivities$Connection, connection",
    "a.ConnectionActivities, connection",
    "a.b.RequestParser, request-parser",
    "a.AdoptedThreads, threads",
    "Activities, activities"
  })
  void shouldNameAStageAfterItsBinding(String binding, String stage) {
    assertThat(AspectNames.stage(binding)).isEqualTo(stage);
    assertThat(cal.weave.support.AspectNames.stage(binding)).isEqualTo(stage);
  }

  @ParameterizedTest
  @CsvSource({
    "a.UploadSynchronization$RecentFrames, recent-frames",
    "a.TotalsSynchronization, totals",
    "Synchronization, synchronization"
  })
  void shouldNameRegionsAfterTheirAspect(String aspect, String regions) {
    assertThat(AspectNames.regions(aspect)).isEqualTo(regions);
    assertThat(cal.weave.support.AspectNames.regions(aspect)).isEqualTo(regions);
  }
}
