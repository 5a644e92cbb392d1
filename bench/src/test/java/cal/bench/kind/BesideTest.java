package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import cal.bench.LoadResults;
import cal.bench.experiment.Row;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Slot;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BesideTest {
  private final Contestant baseline = answering(100, 100);
  private final Contestant again = answering(100, 102);
  private final Contestant fast = answering(200, 200);
  private final Contestant slow = answering(50, 50);

  /** A JVM each. */
  private static Contestant answering(int... answers) {
    Contestant contestant = new Contestant();
    IntStream.range(0, answers.length)
        .mapToObj(i -> new Slot(i + 1, LoadResults.answering(answers[i]), null))
        .forEach(contestant::add);
    return contestant;
  }

  private static Row row(Beside beside, Contestant contestant, boolean again) {
    return beside.row(new Row("server", again, Map.of(), Map.of(), Map.of()), contestant);
  }

  @Test
  void shouldSetAServerThatFollowsTheLoadBesideTheBestAndTheWorst() {
    Row row = row(new Beside(List.of(baseline, again, slow, fast)), answering(160, 160), false);

    assertThat(row.value("time_beside_best")).isCloseTo(125, offset(0.01));
    assertThat(row.value("time_beside_worst")).isCloseTo(31.25, offset(0.01));
  }

  /** A report says nothing of an index that the second row of the baseline does not have. */
  @Test
  void shouldTellTheNoiseOfEachIndex() {
    Beside beside = new Beside(List.of(baseline, again, fast));

    assertThat(row(beside, fast, false).indices()).isEmpty();
    assertThat(row(beside, again, true).indices())
        .containsOnlyKeys("time_beside_best", "time_beside_worst");
  }

  @Test
  void shouldLeaveOutAModelThatAnsweredNobody() {
    Beside beside = new Beside(List.of(baseline, again, answering(0, 100)));

    assertThat(row(beside, answering(100, 100), false).value("time_beside_worst"))
        .isCloseTo(100, offset(0.01));
    assertThat(row(beside, answering(0, 100), false).indices()).isEmpty();
  }
}
