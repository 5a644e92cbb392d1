package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The leftovers that a soak finds; the drill itself is run by {@code ExperimentFilesTest}. */
class SoakKindTest {
  private static final Map<String, Double> BEFORE =
      Map.of("descriptors", 40.0, "threads", 18.0, "heap_mb", 6.0, "in_flight", 1.0);

  @Test
  void shouldFindNothingLeftWhereAJvmDiffersFromItself() {
    assertThat(
            SoakKind.left(
                BEFORE,
                Map.of("descriptors", 44.0, "threads", 20.0, "heap_mb", 9.0, "in_flight", 1.0)))
        .isEmpty();
  }

  /** The last clients of the first crowd are gone, and the server has not missed them yet. */
  @Test
  void shouldCountOnceNoCountFallsAnyMore() throws Exception {
    Iterator<Double> inFlight = List.of(9.0, 4.0, 4.0, 1.0, 1.0, 1.0).iterator();
    Map<String, Double> counts =
        SoakKind.settled(
            () -> {
              Map<String, Double> now = new HashMap<>(BEFORE);
              now.put("in_flight", inFlight.next());
              return now;
            },
            Duration.ZERO);
    assertThat(counts).containsEntry("in_flight", 1.0);
    assertThat(inFlight).isExhausted();
  }

  @Test
  void shouldNameWhatIsLeft() {
    assertThat(
            SoakKind.left(
                BEFORE,
                Map.of("descriptors", 45.0, "threads", 18.0, "heap_mb", 6.0, "in_flight", 2.0)))
        .containsExactly(
            "descriptors: 40.0 before, 45.0 after", "in_flight: 1.0 before, 2.0 after");
  }
}
