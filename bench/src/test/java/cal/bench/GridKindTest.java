package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.experiment.Experiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.experiment.Study;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridKindTest {
  private static final ServersUnderTest JVMS = new ServersUnderTest();

  private static Plan plan(String text) {
    return new GridKind(JVMS).plan(Parameters.parse("file", text), Scale.FULL);
  }

  /** A server's clocks run on while it is held, with requests half read. */
  @ParameterizedTest
  @CsvSource({
    "vanilla, upload-80k, --read-timeout-ms, 3600000",
    "nio, upload-80k, --read-timeout-ms, 3600000",
    "netty-epoll, factor, --read-timeout-ms, 3600000",
    "virtual-by-hand, factor, --read-timeout-ms, 3600000",
    "reactive, upload-80k, --read-timeout, 3600s",
    "virtual-by-agent, factor, --read-timeout, 3600s"
  })
  void shouldPartFromNobodyForTheTimeInWhichItWasHeld(
      String name, String service, String option, String value) {
    List<String> command =
        new NamedServer(name, name, Map.of()).patientCommand(JVMS, service, 1, List.of());

    assertThat(command.subList(command.size() - 2, command.size())).containsExactly(option, value);
  }

  @Test
  void shouldPlanTheSameWhereverItIsListed() {
    Plan plan = plan("servers: [thread, virtual, reactive]\nclients: [10, 4000]\nservices: factor");

    assertThat(plan.connections(plan.cases().getFirst())).isEqualTo(5 * 10);
    assertThat(plan.connections(plan.cases().getLast()))
        .as("three servers at a time")
        .isEqualTo(3 * 4000);
    Duration apart = plan.estimate(plan.cases().getLast());
    assertThat(apart)
        .as("two groups, the second with a baseline of its own")
        .isGreaterThan(plan.estimate(plan.cases().getFirst()).multipliedBy(6).dividedBy(5));
  }

  @Test
  void shouldNotBeginWithMoreConnectionsThanFiles() {
    Experiment experiment =
        new Experiment("mine", "", "", "", "grid", "", Parameters.parse("file", "title: none"));
    Study study =
        new Study(
            experiment, Scale.FULL, plan("servers: [virtual]\nclients: [10, 2000]"), List.of());

    assertThatCode(() -> BenchCommand.requireFiles(study, 6000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> BenchCommand.requireFiles(study, 5999))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("mine (service upload-80k, ")
        .hasMessageEndingWith(
            "clients 2000) has 6,000 connections, more than the 5,999 files that this process may"
                + " open; raise the limit (ulimit -n), or leave the case out of the file");
  }

  @Test
  void shouldShowTheBaselineThatIsFarthestFromItself() {
    Row near = again(1.02);
    Row low = again(0.9);

    assertThat(GridPlan.worst(List.of(near, low, again(1.1)))).isSameAs(low);
    assertThat(GridPlan.worst(List.of(near))).isSameAs(near);
  }

  private static Row again(double ratio) {
    return new Row(
        "vanilla", true, Map.of(), Map.of("cpu_ratio", new Ratio(ratio, ratio, ratio)), Map.of());
  }
}
