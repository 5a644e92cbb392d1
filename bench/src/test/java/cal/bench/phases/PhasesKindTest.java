package cal.bench.phases;

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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class PhasesKindTest {
  private static final String GOOD =
      """
      baseline: reactive
      servers: [virtual, adaptive]
      phases:
        - {name: few, service: upload-64, clients: 10, idle: 3000}
        - {name: more, service: factor, clients: 20}
        - {name: large, service: upload-80k, clients: 20}
      """;

  private static Plan plan(String text, Scale scale) {
    return new PhasesKind().plan(Parameters.parse("file", text), scale);
  }

  @Test
  void shouldMeasureAllPhasesInTheSameJvms() {
    Plan plan = plan(GOOD, Scale.FULL);

    assertThat(plan.cases())
        .extracting(labels -> labels.get("phase"))
        .containsExactly("few", "more", "large");
    assertThat(plan.together(plan.cases().get(1))).isEqualTo(plan.cases());
    assertThat(plan.connections(plan.cases().getFirst())).as("of one server").isEqualTo(3010);
    assertThat(plan.estimate(plan.cases().get(1)))
        .isLessThan(plan.estimate(plan.cases().getFirst()))
        .isEqualTo(plan.estimate(plan.cases().get(2)))
        .isGreaterThan(Duration.ofMinutes(1));
    assertThat(plan.baseline()).isEqualTo("reactive");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reactive | vanilla | line 1: vanilla cannot serve all phases side by side; name a model",
        "virtual, | sequential, | line 2: sequential cannot serve all phases side by side; name a",
        "baseline: reactive | baseline: adaptive | line 1: the baseline is to be a model that"
            + " stays",
        "name: more | name: few | line 5: few is there twice; name it otherwise",
        "service: factor | service: orb-factor | orb-factor is not of the upload sample; write",
        "service: factor | service: web-mix | line 5: web-mix is not of the upload sample; write",
        "idle: 3000 | idl: 3000 | line 4: nothing is called idl; did you mean idle?",
      })
  void shouldExplainAMistake(String good, String wrong, String sentence) {
    assertThatThrownBy(() -> plan(GOOD.replace(good, wrong), Scale.FULL))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldWantPhases() {
    assertThatThrownBy(() -> plan("baseline: reactive\nservers: adaptive", Scale.FULL))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining("there are no phases; write phases: [");
  }

  @Tag("measuring")
  @Test
  void shouldLetOneProcessLiveThroughAllPhases() throws Exception {
    SampleServer.assumeWoven();
    Plan plan = plan(GOOD, Scale.SMOKE);

    List<Cell> cells = plan.measure(plan.cases(), labels -> new Nobody());

    assertThat(cells).extracting(Cell::labels).isEqualTo(plan.cases());
    for (Cell cell : cells) {
      assertThat(cell.rows())
          .extracting(Row::server)
          .containsExactly("reactive", "reactive", "adaptive");
      assertThat(cell.rows())
          .allSatisfy(row -> assertThat(row.errors()).isEmpty())
          .allSatisfy(row -> assertThat(row.figures().get("clients_served")).isEqualTo(2));
    }
  }
}
