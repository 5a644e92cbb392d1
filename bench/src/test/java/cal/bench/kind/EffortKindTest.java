package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.Nobody;
import cal.bench.SampleServer;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Experiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.cli.server.OrbServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EffortKindTest {
  private static final Path FILE = Path.of("experiments/effort.yaml");

  private static Plan plan() {
    return Experiment.read(FILE).study(Kinds.all(), Scale.FULL).plan();
  }

  private static Map<String, Row> rows(Plan plan, int at) throws Exception {
    Cell cell = plan.measure(plan.cases().get(at), new Nobody());
    return cell.rows().stream().collect(Collectors.toMap(Row::server, row -> row));
  }

  @Test
  void shouldCountTheSamplesBindingBesideThePapersAspects() throws Exception {
    SampleServer.assumeWoven();
    Map<String, Row> rows = rows(plan(), 0);

    assertThat(rows.get("UploadActivities").figures())
        .containsEntry("pointcuts", 3.0)
        .containsEntry("types", 1.0)
        .containsEntry("members", 0.0)
        .containsEntry("advice", 0.0);
    assertThat(rows.get("UploadSynchronization").figures()).containsEntry("pointcuts", 2.0);
    assertThat(rows.get("paper: event").figures()).containsEntry("lines", 47.0);
    assertThat(rows.get("all ten models").figures().get("lines"))
        .isEqualTo(
            rows.get("UploadActivities").figures().get("lines")
                + rows.get("ComputingActivities").figures().get("lines")
                + rows.get("UploadSynchronization").figures().get("lines"));
  }

  @Test
  void shouldCountWhatCutsTheOrbIntoSteps() throws Exception {
    SampleServer.skipUnless(OrbServers.areBuilt(), "the servers of the ORB are not built");
    Map<String, Row> rows = rows(plan(), 1);

    assertThat(rows.get("ConnectionSteps").figures())
        .containsEntry("pointcuts", 1.0)
        .containsEntry("members", 1.0)
        .containsEntry("advice", 1.0);
    assertThat(rows.get("all ten models").figures().get("lines")).isBetween(100.0, 401.0);
  }

  /** The sums that the file states, over the rows above them. */
  @Test
  void shouldStateThePapersSumsRightly() {
    for (Parameters sum : published("all seven")) {
      List<Parameters> others =
          published("").stream()
              .filter(row -> row.text("aspects").equals(sum.text("aspects")))
              .filter(row -> !row.text("name").startsWith("all seven"))
              .toList();
      for (String figure : List.of("lines", "pointcuts", "types", "members", "advice")) {
        assertThat(sum.number(figure, -1, 0, 1000))
            .as("%s of %s", figure, sum.text("aspects"))
            .isEqualTo(others.stream().mapToDouble(row -> row.number(figure, -1, 0, 1000)).sum());
      }
    }
    assertThat(published("all seven")).hasSize(2);
  }

  private static List<Parameters> published(String beginning) {
    return Experiment.read(FILE).parameters().parts("published", null).stream()
        .filter(row -> row.text("name").startsWith(beginning))
        .toList();
  }

  @Test
  void shouldSayThatThereIsNothingToCount() {
    assertThatThrownBy(() -> new EffortKind().plan(Parameters.parse("f", "a: 1"), Scale.FULL))
        .hasMessageContaining("there are no groups");
  }
}
