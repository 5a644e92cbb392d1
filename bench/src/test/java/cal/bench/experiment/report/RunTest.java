package cal.bench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.experiment.MalformedExperiment;
import cal.cli.support.Failure;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The cases measured, and the results kept of an earlier run. */
class RunTest extends MadeUpRuns {
  @Test
  void shouldMeasureEveryCaseAndWriteAllFiles() throws Exception {
    run(FILE, MACHINE);

    assertThat(kind.measured).containsExactly("long 10", "long 100", "short 10", "short 100");
    assertThat(files())
        .containsExactlyInAnyOrder(
            "results.json",
            "slots.csv",
            "README.md",
            "report.html",
            "rate-long.svg",
            "rate-short.svg",
            "cost-long.svg",
            "cost-short.svg",
            "rate-long-10.svg",
            "rate-long-100.svg",
            "rate-short-10.svg",
            "rate-short-100.svg");
    JsonNode cell = json().get("cells").get(1);
    assertThat(cell.at("/case/clients").asText()).isEqualTo("100");
    assertThat(cell.at("/rows/2/figures/rate").asDouble()).isEqualTo(5000);
    assertThat(cell.at("/rows/2/indices/cost/low_95").asDouble()).isEqualTo(148);
    assertThat(cell.at("/rows/2/errors/closed").asInt()).isEqualTo(3);
  }

  @Test
  void shouldMeasureNothingWhereTheMachineHasNoBaseline() {
    kind.missing = Optional.of("no baseline nginx: there is no nginx; install it");

    assertThatThrownBy(() -> run(FILE, MACHINE))
        .isInstanceOf(Failure.class)
        .hasFieldOrPropertyWithValue("exitCode", 2)
        .hasMessage("made: no baseline nginx: there is no nginx; install it");
    assertThat(kind.measured).isEmpty();
  }

  @Test
  void shouldKeepWhatIsDoneAndGoOnThere() throws Exception {
    kind.interruptAt = 2;
    assertThatThrownBy(() -> run(FILE, MACHINE)).isInstanceOf(InterruptedException.class);
    assertThat(json().get("cells")).hasSize(2);
    assertThat(out.resolve("report.html")).content().contains("5,000");

    kind.interruptAt = Integer.MAX_VALUE;
    List<String> said = run(FILE, MACHINE);

    assertThat(kind.measured).containsExactly("long 10", "long 100", "short 10", "short 100");
    assertThat(json().get("cells")).hasSize(4);
    assertThat(said)
        .contains("made, case 3 of 4, 4 s left: sessions short, service factor, clients 10")
        .contains("made: 2 of 4 cases were there already");
  }

  @Test
  void shouldKeepCasesOfTheSameJvmsOnlyTogether() throws Exception {
    kind.together = true;
    kind.interruptAt = 3;
    assertThatThrownBy(() -> run(FILE, MACHINE)).isInstanceOf(InterruptedException.class);
    assertThat(json().get("cells")).hasSize(2);

    kind.interruptAt = Integer.MAX_VALUE;
    List<String> said = run(FILE, MACHINE);

    assertThat(kind.measured)
        .containsExactly("long 10", "long 100", "short 10", "short 10", "short 100");
    assertThat(said)
        .contains(
            "made, case 3 and 1 more of 4, 4 s left: sessions short, service factor, clients 10");
    assertThat(Files.readAllLines(out.resolve("slots.csv"))).hasSize(5).doesNotHaveDuplicates();
  }

  /** So that anybody can compute again. */
  @Test
  void shouldKeepEverySlotOfEveryCase() throws Exception {
    kind.interruptAt = 2;
    assertThatThrownBy(() -> run(FILE, MACHINE)).isInstanceOf(InterruptedException.class);
    kind.interruptAt = Integer.MAX_VALUE;
    run(FILE, MACHINE);
    List<String> slots = Files.readAllLines(out.resolve("slots.csv"));

    assertThat(slots)
        .hasSize(5)
        .startsWith("sessions,service,clients,server,again,jvm,round,answers,latency")
        .contains("long,factor,10,\"virtual, \"\"by hand\"\"\",false,1,2,70,")
        .contains("short,factor,100,\"virtual, \"\"by hand\"\"\",false,1,2,70,");
    run(FILE.replace("rate: 7", "rate: 8"), Map.of("commit", "abd"));
    assertThat(Files.readAllLines(out.resolve("slots.csv"))).isEqualTo(slots);
  }

  @Test
  void shouldMeasureNothingTwice() throws Exception {
    run(FILE, MACHINE);
    run(FILE.replace("A <title>", "Another title"), MACHINE);

    assertThat(kind.measured).hasSize(4);
    assertThat(out.resolve("README.md")).content().startsWith("# Another title");
  }

  @Test
  void shouldCompareWithARecordBeforeAndKeepThat() throws Exception {
    run(FILE, MACHINE);
    Path before = out;
    kind.virtual = 153;
    runAgain(FILE);

    assertThat(kind.measured).hasSize(8);
    for (int i = 0; i < 2; i++) {
      assertThat(json().get("cells"))
          .hasSize(4)
          .allSatisfy(cell -> assertThat(cell.at("/repeats/0/before").asDouble()).isEqualTo(150))
          .allSatisfy(cell -> assertThat(cell.get("cannot_be_told")).isEmpty());
      run(FILE, MACHINE); // compares with nothing, and keeps what is there
    }
    assertThat(kind.measured).hasSize(8);
    assertThatThrownBy(() -> run(FILE.replace("rate: 7", "rate: 8"), MACHINE, before))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining("holds no results of made at the scale full");
    assertThatThrownBy(() -> run(FILE, MACHINE, before.getParent()))
        .isInstanceOf(MalformedExperiment.class);
  }

  @Test
  void shouldSayHowLongItTookBesideTheEstimate() throws Exception {
    kind.interruptAt = 1;
    assertThatThrownBy(() -> run(FILE, MACHINE)).isInstanceOf(InterruptedException.class);
    kind.interruptAt = Integer.MAX_VALUE;

    assertThat(run(FILE, MACHINE))
        .last()
        .asString()
        .matches("made took \\d+ (s|min), estimated 6 s");
    assertThat(run(FILE, MACHINE)).noneMatch(said -> said.contains("took"));
  }

  @Test
  void shouldBeginAnewWhereSomethingElseIsMeasured() throws Exception {
    run(FILE, MACHINE);
    run(FILE.replace("rate: 7", "rate: 8"), MACHINE);
    assertThat(kind.measured).as("another file").hasSize(8);
    run(FILE.replace("rate: 7", "rate: 8"), Map.of("commit", "abd"));
    assertThat(kind.measured).as("another commit").hasSize(12);
    Files.writeString(out.resolve("results.json"), "{ half");
    run(FILE.replace("rate: 7", "rate: 8"), Map.of("commit", "abd"));
    assertThat(kind.measured).as("a file that is none").hasSize(16);
  }

  @Test
  void shouldTellWordsFromWhatIsMeasured() throws Exception {
    String rate = "rate:\n# of all\n  7 # a second";
    run(FILE.replace("rate: 7", rate), MACHINE);
    run(FILE.replace("rate: 7", rate.replace("all", "some")), MACHINE);
    run(FILE, MACHINE);
    assertThat(kind.measured).as("only comments differ").hasSize(4);

    run(FILE.replace("rate: 7", rate.replace("7", "8")), MACHINE);
    assertThat(kind.measured).as("a value below a comment").hasSize(8);
  }
}
