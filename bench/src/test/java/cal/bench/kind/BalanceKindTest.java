package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BalanceKindTest {
  @Test
  void shouldShareOutWhatThreadsTookInBetween() {
    assertThat(
            BalanceKind.between(
                Map.of("loop-1", 100L, "loop-2", 50L), Map.of("loop-1", 130L, "loop-2", 60L)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("loop-1", 0.75, "loop-2", 0.25));
  }
}
