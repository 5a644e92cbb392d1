package cal.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.awaitility.Awaitility.await;

import cal.bench.Nobody;
import cal.bench.SampleServer;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class OverloadKindTest {
  private static final Duration GONE = Duration.ofMinutes(2);

  private static Plan plan(String text, Scale scale) {
    return new OverloadKind().plan(Parameters.parse("file", text), scale);
  }

  @Tag("measuring")
  @Test
  void shouldShowWhatAFullServerRefuses() throws Exception {
    SampleServer.assumeWoven();
    Plan plan =
        plan(
            """
            service: factor
            servers: virtual
            policies: reject
            loads: 6
            max_in_flight: 4
            clients: 2000
            jvms: 1
            rounds: 2
            warmup: 1
            look: 0.5
            calm: 0.5
            timeout: 0.5
            seconds: 1
            recovery: 1
            """,
            Scale.QUICK);

    Cell cell = plan.measure(plan.cases().getFirst(), new Nobody());

    assertThat(cell.labels()).containsEntry("when_full", "reject").containsEntry("load", "6.0");
    assertThat(cell.rows()).extracting(Row::again).containsExactly(false, true);
    double[] capacities =
        cell.rows().stream().mapToDouble(row -> row.value("capacity_per_second")).toArray();
    double capacity = (capacities[0] + capacities[1]) / 2;
    assertThat(cell.warnings().toString().contains("so loads are parts of a mean"))
        .isEqualTo(Math.abs(capacities[0] - capacities[1]) > 0.1 * capacity);
    for (Row row : cell.rows()) {
      assertThat(row.server()).isEqualTo("virtual");
      assertThat(row.figures().get("capacity_per_second")).isPositive();
      assertThat(row.figures().get("offered_per_second"))
          .as("the same for both")
          .isCloseTo(6 * capacity, withPercentage(0.001));
      assertThat(row.figures().get("answered_share"))
          .isCloseTo(
              row.value("answers_per_second") / row.value("offered_per_second"),
              withPercentage(0.001));
      assertThat(row.figures().get("answers_per_second")).isPositive();
      assertThat(row.figures().get("refused_per_second")).isPositive();
      assertThat(row.figures().get("cpu_seconds_per_1000_answers")).isPositive();
      assertThat(row.errors()).doesNotContainKeys("wrong answer", "protocol");
    }
    assertThat(cell.rows())
        .allSatisfy(row -> assertThat(row.indices()).containsOnlyKeys("cpu_index"));
    await("the end of all servers").atMost(GONE).until(() -> servers().isEmpty());
  }

  /**
   * Its clients give up while the load is measured, not only afterwards. The capacity of a young
   * JVM is a part of what it has soon after; the load is above that, too.
   */
  @Tag("measuring")
  @Test
  void shouldShowWhoGivesUpOnAServerThatBlocks() throws Exception {
    SampleServer.assumeWoven();
    Plan plan =
        plan(
            """
            servers: virtual
            policies: block
            loads: 6
            jvms: 1
            rounds: 1
            warmup: 1
            look: 0.5
            calm: 0.5
            timeout: 0.5
            seconds: 1
            recovery: 0.5
            """,
            Scale.QUICK);

    Cell cell = plan.measure(plan.cases().getFirst(), new Nobody());

    assertThat(cell.rows())
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.value("timeouts_per_second")).isPositive());
  }

  /** A queue that grows slowly is waited for, with an end. */
  @Test
  void shouldTakeLongerWhereAQueueGrowsSlowly() {
    Plan plan =
        plan(
            "servers: virtual\njvms: 1\nrounds: 1\ntimeout: 1\nloads: [0.9, 1.01, 1.2, 2]",
            Scale.FULL);

    List<Long> seconds =
        plan.cases().subList(0, 4).stream()
            .map(labels -> plan.estimate(labels).toSeconds() / 2)
            .toList();
    long atDouble = seconds.getLast();
    assertThat(seconds.get(2)).isEqualTo(atDouble + 4);
    assertThat(seconds.get(1)).isEqualTo(atDouble + 8);
    assertThat(seconds.get(0)).isLessThan(atDouble);
  }

  @Test
  void shouldCallNobodyTheBestForPartsOfWhatIsOffered() {
    Plan plan = plan("servers: virtual", Scale.FULL);

    assertThat(plan.figures())
        .filteredOn(figure -> figure.key().equals("answered_share"))
        .extracting(Figure::best)
        .containsExactly(Figure.Best.NONE);
  }

  @Tag("measuring")
  @Test
  void shouldLeaveNoServerWhereItIsInterrupted() throws Exception {
    SampleServer.assumeWoven();
    Plan plan = plan("servers: [virtual, thread]\nloads: 2\nlook: 0.1\nwarmup: 0.3", Scale.QUICK);
    Thread self = Thread.currentThread();
    Thread.ofVirtual()
        .start(
            () -> {
              await("all servers").atMost(GONE).until(() -> servers().size() == 3);
              self.interrupt();
            });

    assertThatThrownBy(() -> plan.measure(plan.cases().getFirst(), new Nobody()))
        .isInstanceOf(InterruptedException.class);

    Thread.interrupted();
    await("the end of all servers").atMost(GONE).until(() -> servers().isEmpty());
  }

  /** The JVMs that this one has started. */
  private static List<ProcessHandle> servers() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .toList();
  }

  @Test
  void shouldSayWhichPoliciesThereAre() {
    assertThatThrownBy(() -> plan("servers: virtual\npolicies: [drop]", Scale.QUICK))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining(
            "policies=drop is none of auto, block, reject, caller-runs, kept, busy");
    assertThatThrownBy(() -> plan("policies: [block]", Scale.QUICK))
        .hasMessageContaining("there are no servers");
  }

  @Test
  void shouldHaveACaseForEachPolicyAndLoad() {
    Plan plan = plan("servers: [virtual, thread]\nloads: [0.5, 2]", Scale.FULL);

    assertThat(plan.cases()).hasSize(8);
    assertThat(plan("servers: [virtual, thread]", Scale.SMOKE).cases()).hasSize(1);
    assertThat(plan.baseline()).isEqualTo("virtual");
    assertThat(plan.estimate(plan.cases().getFirst()))
        .as("below the capacity no queue has to go")
        .isLessThan(plan.estimate(plan.cases().getLast()));
  }
}
