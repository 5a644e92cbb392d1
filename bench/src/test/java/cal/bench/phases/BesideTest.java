package cal.bench.phases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import cal.bench.LoadResults;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.bench.server.NamedServer;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Slot;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BesideTest {
  private static final NamedServer ADAPTIVE = named("adaptive");
  private static final NamedServer VIRTUAL = named("virtual");

  private final Contestant baseline = answering(100, 100);
  private final Contestant again = answering(100, 102);
  private final Contestant fast = answering(200, 200);
  private final Contestant slow = answering(50, 50);

  private static NamedServer named(String model) {
    return new NamedServer(model, model, Map.of());
  }

  /** A JVM each. */
  private static Contestant answering(int... answers) {
    Contestant contestant = new Contestant();
    IntStream.range(0, answers.length)
        .mapToObj(i -> new Slot(i + 1, LoadResults.answering(answers[i]), null))
        .forEach(contestant::add);
    return contestant;
  }

  private static Row row(Beside beside, Contestant contestant, NamedServer server, boolean again) {
    return beside.row(
        new Row(server.name(), again, Map.of(), Map.of(), Map.of()), contestant, server);
  }

  @Test
  void shouldSetOneThatFollowsTheLoadBesideTheBestAndTheWorst() {
    Beside beside = new Beside(List.of(baseline, again, slow, fast));

    Row row = row(beside, answering(160, 160), ADAPTIVE, false);

    assertThat(row.value("time_index")).isCloseTo(62.5, offset(0.01));
    assertThat(row.value("time_beside_best")).isCloseTo(125, offset(0.01));
    assertThat(row.value("time_beside_worst")).isCloseTo(31.25, offset(0.01));
  }

  @Test
  void shouldSetAModelThatStaysBesideTheBaselineAlone() {
    Beside beside = new Beside(List.of(baseline, again, fast));

    assertThat(row(beside, fast, VIRTUAL, false).indices()).containsOnlyKeys("time_index");
    assertThat(row(beside, baseline, VIRTUAL, false).indices())
        .containsExactly(Map.entry("time_index", Index.BASE));
  }

  /** A report says nothing of an index that the second row of the baseline does not have. */
  @Test
  void shouldTellTheNoiseOfEachIndex() {
    Row row = row(new Beside(List.of(baseline, again)), again, VIRTUAL, true);

    assertThat(row.indices())
        .containsOnlyKeys("time_index", "time_beside_best", "time_beside_worst");
    assertThat(row.value("time_beside_best")).isEqualTo(row.value("time_index"));
  }

  @Test
  void shouldLeaveOutAModelThatAnsweredNobody() {
    Beside beside = new Beside(List.of(baseline, again, answering(0, 100)));

    assertThat(row(beside, answering(100, 100), ADAPTIVE, false).value("time_beside_worst"))
        .isCloseTo(100, offset(0.01));
    assertThat(row(beside, answering(0, 100), ADAPTIVE, false).indices()).isEmpty();
  }
}
