package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.process.ProcessFigures.Memory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleKindTest {
  private static final Memory BEFORE = new Memory(80L << 20, 8L << 20, 20);
  private static final Memory WITH = new Memory(90L << 20, 9L << 20, 20);

  @Test
  void shouldTellMemoryAConnectionWhereThereAreEnough() {
    assertThat(IdleKind.memoryFigures(BEFORE, WITH, 1024))
        .containsEntry("rss_kb_an_idle_connection", 10.0)
        .containsEntry("heap_kb_an_idle_connection", 1.0);
  }

  @Test
  void shouldTellNoneWhereNoiseIsMoreThanTheyTake() {
    Map<String, Double> figures = IdleKind.memoryFigures(BEFORE, WITH, 100);

    assertThat(figures)
        .doesNotContainKeys("rss_kb_an_idle_connection", "heap_kb_an_idle_connection")
        .containsEntry("rss_mb_with_idle", 90.0);
  }
}
