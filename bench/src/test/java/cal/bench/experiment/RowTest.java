package cal.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final Map<String, Double> FIGURES = Map.of("rss", 5.0, "p99", 2.0);

  @Test
  void shouldReachAsFarAsTheFarthestJvm() {
    Row row =
        new Row("nio", FIGURES)
            .ofJvms(List.of(Map.of("rss", 4.5), Map.of("rss", 5.0), Map.of("rss", 7.0)));
    assertThat(row.halfInterval("rss")).isEqualTo(2.0);
    assertThat(row.hasInterval("rss")).isTrue();
    assertThat(row.hasInterval("p99")).isFalse();
    assertThat(row.with("cpu", 1.0).apart().halfInterval("rss")).isEqualTo(2.0);
  }

  @Test
  void shouldHaveNoIntervalOfWhatWasNotMeasured() {
    Row row = new Row("nio", FIGURES).ofJvms(List.of(Map.of("cpu", 4.5), Map.of("cpu", 5.0)));
    assertThat(row.hasInterval("cpu")).isFalse();
  }

  @Test
  void shouldHaveNoIntervalWhereAJvmHadNoAnswer() {
    Row row =
        new Row("nio", FIGURES)
            .ofJvms(List.of(Map.of("p99", 2.5), Map.of("p99", Double.POSITIVE_INFINITY)));
    assertThat(row.hasInterval("p99")).isFalse();
    assertThat(row.spreads()).isEmpty();
  }

  @Test
  void shouldHaveTheIntervalOfAnIndex() {
    Row row =
        new Row("nio", false, FIGURES, Map.of("cpu", new Index(80, 79, 83, 8)), Map.of())
            .ofJvms(List.of(Map.of("rss", 5.0)));
    assertThat(row.halfInterval("cpu")).isEqualTo(2.0);
    assertThat(row.halfInterval("rss")).isEqualTo(0.0);
  }
}
