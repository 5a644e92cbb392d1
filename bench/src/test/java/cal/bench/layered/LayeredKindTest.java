package cal.bench.layered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.Nobody;
import cal.bench.SampleServer;
import cal.bench.experiment.Cell;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LayeredKindTest {
  private static Plan plan(String text, Scale scale) {
    return new LayeredKind().plan(Parameters.parse("file", text), scale);
  }

  /** Clients that hardly think keep one thread busy; its disk is busy for half of that. */
  @Tag("measuring")
  @Test
  void shouldMeasureTheUtilizationOfBothLevels() throws Exception {
    SampleServer.assumeWoven();
    Plan plan =
        plan(
            """
            think_ms: 1
            mid: wait
            service_ms: 10
            clients: 12
            jvms: 1
            rounds: 1
            seconds: 1
            baseline: single
            servers:
              - {name: single, model: reactive, requests: thread-pool, threads: 1}
              - {name: thread-per-client, model: thread}
            """,
            Scale.QUICK);

    Cell cell = plan.measure(plan.cases().getFirst(), new Nobody());

    assertThat(cell.rows()).extracting(Row::again).containsExactly(false, true, false);
    for (Row row : cell.rows().subList(0, 2)) {
      assertThat(row.errors()).isEmpty();
      Map<String, Double> figures = row.figures();
      assertThat(figures.get("mid_utilization")).isBetween(50.0, 100.5);
      assertThat(figures.get("low_utilization")).isBetween(5.0, 100.0);
      assertThat(figures.get("bound_per_second")).isEqualTo(50);
      assertThat(figures.get("answers_per_second")).isBetween(1.0, 52.0);
      assertThat(figures.get("mid_rss_mb")).isBetween(20.0, 300.0);
      assertThat(figures.get("mid_threads")).isPositive();
      assertThat(figures.get("generator_cpu_percent")).isBetween(0.0, 100.0);
      assertThat(figures.get("low_cpu")).isBetween(0.0, 200.0);
      assertThat(figures).as("no thread came with a client").doesNotContainKey("mid_kb_a_thread");
    }
    assertThat(cell.rows().get(2).figures()).containsKey("mid_kb_a_thread");
    assertThat(cell.rows().get(1).indices().get("cycle_index").value()).isPositive();
  }

  @Test
  void shouldSayWhatIsWrongWithAServer() {
    assertThatThrownBy(() -> plan("clients: 1", Scale.QUICK))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining("there are no servers; write servers:");
    assertThatThrownBy(() -> plan("servers: [{name: a, model: virtual, threads: 3}]", Scale.QUICK))
        .hasMessageContaining("sequential has no number of threads");
    assertThatThrownBy(() -> plan("servers: [{name: a, model: virtul}]", Scale.QUICK))
        .hasMessageContaining("model=virtul is none of");
  }

  @Test
  void shouldSayWhatTheLowLevelServersUtilizationIs() {
    String servers = "servers: [{name: a, model: virtual}]\nlow: ";

    assertThat(plan(servers + "disk", Scale.QUICK).method()).contains("its disk is busy");
    assertThat(plan(servers + "wait", Scale.QUICK).method())
        .contains("the requests that it has at a time over the clients");
  }

  @Test
  void shouldPlanLongerTurnsWhereAnswersAreRare() {
    String servers = "servers: [{name: a, model: virtual}]\nclients: 25\nrounds: 1\nseconds: 1\n";
    Plan fast = plan(servers + "service_ms: 10", Scale.FULL);
    Plan slow = plan(servers + "service_ms: 200", Scale.FULL);

    assertThat(slow.estimate(slow.cases().getFirst()).toSeconds())
        .isGreaterThan(3 * fast.estimate(fast.cases().getFirst()).toSeconds());
  }
}
