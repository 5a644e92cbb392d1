package cal.bench.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.LoadResults;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.cli.load.result.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CaveatsTest {
  private static Row row(String server, boolean again, double percent, double served) {
    return new Row(
        server,
        again,
        Map.of("generator_cpu_percent", percent, "clients_served", served),
        Map.of(),
        Map.of());
  }

  private static Cell cell(double baseline, double other, double served) {
    List<Row> rows =
        Caveats.of(
            List.of(
                row("vanilla", false, baseline, 1000),
                row("vanilla", true, 50, 1000),
                row("reactive", false, other, served)),
            1000);
    return new Cell(Map.of(), rows, Caveats.warnings(rows, 1000));
  }

  private static Row active(String server, boolean again, double active) {
    return new Row(
        server,
        again,
        Map.of("clients_served", 1000.0, "active_clients", active),
        again || !server.equals("vanilla")
            ? Map.of("cpu_index", new Index(50, 50, 50, 8))
            : Map.of(),
        Map.of());
  }

  private static Cell cellOfActive(double baseline, double other) {
    List<Row> rows =
        Caveats.of(
            List.of(
                active("vanilla", false, baseline),
                active("vanilla", true, 1000),
                active("virtual", false, 1000),
                active("reactive", false, other)),
            1000);
    return new Cell(Map.of(), rows, Caveats.warnings(rows, 1000));
  }

  @Test
  void shouldRefuseARowOfFewerClientsThanItSays() {
    Cell cell = cellOfActive(1000, 699);

    assertThat(cell.rows()).extracting(Row::isRefused).containsExactly(false, false, false, true);
    assertThat(cell.rows().getLast().indices()).isEmpty();
    assertThat(cell.rows().get(2).indices()).containsKey("cpu_index");
    assertThat(cell.hasBest("cpu_index")).isFalse();
    assertThat(cell.warnings())
        .containsExactly(
            "by Little's law fewer than 70% of the clients waited at a time, so these rows are"
                + " refused; clients: reactive (699)");
    assertThat(cellOfActive(1000, 700).rows()).noneMatch(Row::isRefused);
  }

  @Test
  void shouldCompareNobodyWithABaselineThatIsRefused() {
    Cell cell = cellOfActive(200, 1000);

    assertThat(cell.rows()).extracting(Row::isRefused).containsExactly(true, false, false, false);
    assertThat(cell.rows()).allSatisfy(row -> assertThat(row.indices()).isEmpty());
  }

  @Test
  void shouldTellHowManyClientsWaitByLittlesLaw() {
    Contestant player = new Contestant();
    player.add(new Slot(1, LoadResults.taking(500, 1000), null));
    player.add(new Slot(1, LoadResults.taking(250, 1000), null));
    assertThat(player.active()).as("of 1,000 a second").isEqualTo(375);

    player.add(new Slot(1, LoadResults.starved(), null));
    assertThat(player.active()).isEqualTo(250);
    player.add(new Slot(1, LoadResults.answering(10), null));
    assertThat(player.active()).as("where no latency is known").isNull();
  }

  @Test
  void shouldTrustClientsThatHaveTimeAndAreAllServed() {
    Cell cell = cell(79, 79, 1000);

    assertThat(cell.rows()).allSatisfy(row -> assertThat(row.doubtful()).isEmpty());
    assertThat(cell.warnings()).isEmpty();
    assertThat(cell.hasBest("answers_per_second")).isTrue();
  }

  @Test
  void shouldDoubtAnswersOfBusyClients() {
    Cell cell = cell(50, 80, 1000);

    assertThat(cell.rows().getFirst().doubtful()).isEmpty();
    assertThat(cell.rows().getLast().doubtful())
        .containsExactlyInAnyOrder("answers_per_second", "p50_ms", "p99_ms");
    assertThat(cell.warnings())
        .containsExactly(
            "clients took 80% of their core or more, and so may limit answers/s and latencies; CPU"
                + " time tells: reactive (80)");
    assertThat(cell.hasBest("answers_per_second")).isFalse();
    assertThat(cell.hasBest("cpu_index")).isTrue();
  }

  @Test
  void shouldSayThatOthersHadTheCoresInHalfOfTheTurns() {
    List<String> warnings = new ArrayList<>();

    Caveats.addOthers("reactive", slots(0.4, null, 0.0, 0.2), warnings);

    assertThat(warnings)
        .containsExactly(
            "something else took 20% of the core(s) of reactive in its slots; measure again");
  }

  @Test
  void shouldSayNothingOfATurnThatWasDisturbedNorOfWhatIsUnknown() {
    List<String> warnings = new ArrayList<>();

    Caveats.addOthers("reactive", slots(0.9, 0.0, 0.1), warnings);
    Caveats.addOthers("virtual", slots(null, null), warnings);

    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldSayWhereJvmsOfTheBaselineDifferInCapacity() {
    List<String> warnings = new ArrayList<>();

    Caveats.addUnlike(looks(1000, 1000, 900), looks(1105, 1106, 1000), warnings);

    assertThat(warnings)
        .containsExactly(
            "the first server had a capacity of 1,000/s in one JVM and of 1,106/s in the other, so"
                + " loads are parts of a mean",
            "the first server had a capacity of 900/s in one JVM and of 1,000/s in the other, so"
                + " loads are parts of a mean");
  }

  /** A contestant with a look at the capacity of each JVM. */
  private static Contestant looks(int... capacities) {
    Contestant contestant = new Contestant();
    for (int i = 0; i < capacities.length; i++) {
      contestant.addLook(new Slot(i + 1, LoadResults.answering(capacities[i]), null));
    }
    return contestant;
  }

  private static Stream<LoadResult> slots(Double... others) {
    return Stream.of(others).map(LoadResults::withOthers);
  }

  /** Its own share while capacities are looked for is apart from that at the offered rate. */
  @Test
  void shouldDoubtACapacityThatTheClientsMayLimit() {
    Map<String, Double> figures =
        Map.of(
            "clients_served", 10.0,
            "generator_cpu_percent", 60.0,
            "generator_cpu_percent_at_capacity", 81.0,
            "capacity_per_second", 100.0);
    List<Row> rows = Caveats.of(List.of(new Row("nio", figures)), 1000);

    assertThat(rows.getFirst().doubtful()).containsExactly("capacity_per_second");
    assertThat(Caveats.warnings(rows, 1000))
        .containsExactly(
            "clients took 80% of their core or more, and so may limit capacities; CPU time tells:"
                + " nio (81)");
  }

  @Test
  void shouldDoubtLatenciesWhereSomeWaitInVain() {
    Cell cell = cell(50, 50, 178);

    assertThat(cell.rows().getLast().doubtful()).containsExactlyInAnyOrder("p50_ms", "p99_ms");
    assertThat(cell.warnings())
        .containsExactly(
            "not all clients were served, and latencies are those of who was; served: reactive"
                + " (178)");
  }
}
