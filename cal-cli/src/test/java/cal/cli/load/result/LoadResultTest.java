package cal.cli.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadResultTest {
  private final ObjectMapper json = new ObjectMapper();

  @Test
  void shouldSurviveJson() throws Exception {
    LoadResult result = result();

    assertThat(json.readValue(json.writeValueAsString(result), LoadResult.class)).isEqualTo(result);
  }

  @Test
  void shouldNameUnitsInItsFields() throws Exception {
    JsonNode node = json.readTree(json.writeValueAsString(result()));

    assertThat(node.fieldNames())
        .toIterable()
        .containsExactly(
            "service",
            "sessions",
            "server",
            "request_bytes",
            "clients",
            "clients_served",
            "seconds",
            "answers",
            "late_answers",
            "answers_per_second",
            "latency",
            "connection",
            "first_byte",
            "megabits_per_second",
            "fairness",
            "errors",
            "server_pid",
            "server_cpu_seconds",
            "server_cpu_seconds_per_1000_answers",
            "generator_cpu_share",
            "others_cpu_share",
            "warnings");
    assertThat(node.get("latency").fieldNames())
        .toIterable()
        .containsExactly("mean_us", "p50_us", "p90_us", "p99_us", "p99_9_us", "max_us");
  }

  private static LoadResult result() {
    return new LoadResult(
        "upload",
        Sessions.SHORT,
        "127.0.0.1:4000",
        68,
        10,
        9,
        1.5,
        300,
        2,
        200,
        new Latency(1.5, 1, 2, 3, 4, 5),
        null,
        null,
        0,
        null,
        Map.of(ErrorKind.RESET, 3L),
        42L,
        0.25,
        0.83,
        0.5,
        0.25,
        List.of("a warning"));
  }
}
