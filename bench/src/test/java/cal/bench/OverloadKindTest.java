package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.experiment.Cell;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class OverloadKindTest {
  private static Plan plan(String text, Scale scale) {
    return new OverloadKind(new ServersUnderTest()).plan(Parameters.parse("file", text), scale);
  }

  @Test
  void shouldShowWhatAFullServerRefuses() throws Exception {
    SampleServer.assumeWoven();
    Plan plan =
        plan(
            """
            service: factor
            servers: virtual
            policies: reject
            loads: 3
            max_in_flight: 4
            clients: 2000
            look: 0.5
            calm: 0.5
            seconds: 1
            recovery: 1
            """,
            Scale.QUICK);

    Cell cell = plan.measure(plan.cases().getFirst(), LayeredKindTest.NOBODY);

    assertThat(cell.labels()).containsEntry("when_full", "reject").containsEntry("load", "3.0");
    Row row = cell.rows().getFirst();
    assertThat(row.server()).isEqualTo("virtual");
    assertThat(row.figures().get("capacity_per_second")).isPositive();
    assertThat(row.figures().get("offered_per_second"))
        .isEqualTo(3 * row.figures().get("capacity_per_second"));
    assertThat(row.figures().get("answers_per_second")).isPositive();
    assertThat(row.figures().get("refused_per_second")).isPositive();
    assertThat(row.errors()).doesNotContainKeys("wrong answer", "protocol");
  }

  @Test
  void shouldSayWhichPoliciesThereAre() {
    assertThatThrownBy(() -> plan("servers: virtual\npolicies: [drop]", Scale.QUICK))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining("policies=drop is none of block, reject, caller-runs");
    assertThatThrownBy(() -> plan("policies: [block]", Scale.QUICK))
        .hasMessageContaining("there are no servers");
  }

  @Test
  void shouldHaveACaseForEachPolicyAndLoad() {
    Plan plan = plan("servers: [virtual, thread]\nloads: [0.5, 2]", Scale.FULL);

    assertThat(plan.cases()).hasSize(6);
    assertThat(plan("servers: [virtual, thread]", Scale.SMOKE).cases()).hasSize(1);
  }
}
