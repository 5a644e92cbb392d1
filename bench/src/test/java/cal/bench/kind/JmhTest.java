package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class JmhTest {
  /** The others of experiment micro, each of which finds its thread or its server. */
  @Tag("measuring")
  @Test
  void shouldRunEveryBenchmarkThatNeedsAThread() throws Exception {
    List<JsonNode> results =
        Jmh.run(
            List.of(),
            List.of("-Dcal.model=inline"),
            List.of("(Dispatch|Stream)Benchmark", "-f", "1", "-i", "1", "-r", "10ms", "-wi", "0"));

    assertThat(results).hasSize(9);
    assertThat(results)
        .allSatisfy(one -> assertThat(one.at("/primaryMetric/score").asDouble()).isPositive());
  }
}
