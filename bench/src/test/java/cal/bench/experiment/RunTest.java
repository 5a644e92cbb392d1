package cal.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases measured, and the results kept of an earlier run. */
class RunTest extends MadeUpRuns {
  private static final String TOOK = "made took \\d+ (s|min), estimated %d s";

  @Test
  void shouldMeasureEveryCaseAndWriteAllFiles() throws Exception {
    run(FILE, MACHINE, false);

    assertThat(kind.measured).containsExactly("long 10", "long 100", "short 10", "short 100");
    assertThat(files())
        .containsExactlyInAnyOrder(
            "results.json",
            "slots.csv",
            "README.md",
            "report.html",
            "rate-long.svg",
            "rate-short.svg",
            "ratio-long.svg",
            "ratio-short.svg",
            "rate-long-10.svg",
            "rate-long-100.svg",
            "rate-short-10.svg",
            "rate-short-100.svg");
    JsonNode cell = json().get("cells").get(1);
    assertThat(cell.at("/case/clients").asText()).isEqualTo("100");
    assertThat(cell.at("/rows/2/figures/rate").asDouble()).isEqualTo(5000);
    assertThat(cell.at("/rows/2/ratios/ratio/low_95").asDouble()).isEqualTo(1.48);
    assertThat(cell.at("/rows/2/errors/closed").asInt()).isEqualTo(3);
  }

  @Test
  void shouldKeepWhatIsDoneAndGoOnThere() throws Exception {
    kind.interruptAt = 2;
    assertThatThrownBy(() -> run(FILE, MACHINE, false)).isInstanceOf(InterruptedException.class);
    assertThat(json().get("cells")).hasSize(2);
    assertThat(out.resolve("report.html")).content().contains("5,000");

    kind.interruptAt = Integer.MAX_VALUE;
    List<String> said = run(FILE, MACHINE, false);

    assertThat(kind.measured).containsExactly("long 10", "long 100", "short 10", "short 100");
    assertThat(json().get("cells")).hasSize(4);
    assertThat(said)
        .contains("made, case 3 of 4, 4 s left: sessions short, service factor, clients 10")
        .contains("made: 2 of 4 cases were there already; --again measures them anew");
  }

  /** So that anybody can compute again. */
  @Test
  void shouldKeepEverySlotOfEveryCase() throws Exception {
    kind.interruptAt = 2;
    assertThatThrownBy(() -> run(FILE, MACHINE, false)).isInstanceOf(InterruptedException.class);
    kind.interruptAt = Integer.MAX_VALUE;
    run(FILE, MACHINE, false);
    List<String> slots = Files.readAllLines(out.resolve("slots.csv"));

    assertThat(slots)
        .hasSize(5)
        .startsWith("sessions,service,clients,server,again,jvms,round,answers,latency")
        .contains("long,factor,10,\"virtual, \"\"by hand\"\"\",false,1,2,70,")
        .contains("short,factor,100,\"virtual, \"\"by hand\"\"\",false,1,2,70,");
    run(FILE, MACHINE, true);
    assertThat(out.resolve("slots.csv")).content().hasLineCount(5);
    run(FILE.replace("rate: 7", "rate: 8"), Map.of("commit", "abd"), false);
    assertThat(Files.readAllLines(out.resolve("slots.csv"))).isEqualTo(slots);
  }

  @Test
  void shouldMeasureNothingTwiceUnlessAsked() throws Exception {
    run(FILE, MACHINE, false);
    run(FILE.replace("A <title>", "Another title"), MACHINE, false);
    assertThat(kind.measured).hasSize(4);
    assertThat(out.resolve("README.md")).content().startsWith("# Another title");

    run(FILE, MACHINE, true);
    assertThat(kind.measured).hasSize(8);
  }

  /** Noise of 8% hides all ratios, so that there is nothing to compare. */
  @ParameterizedTest
  @ValueSource(doubles = {1.01, 1.08})
  void shouldGoOnWhereMeasuringAgainWasInterrupted(double noise) throws Exception {
    kind.itself = noise;
    run(FILE, MACHINE, false);
    kind.virtual = 1.53;
    kind.interruptAt = 6;
    assertThatThrownBy(() -> run(FILE, MACHINE, true)).isInstanceOf(InterruptedException.class);
    assertThat(medians()).as("old ones are kept").containsExactly(1.53, 1.53, 1.5, 1.5);

    run(FILE, MACHINE, false);
    assertThat(kind.measured).as("all are there").hasSize(6);

    kind.interruptAt = Integer.MAX_VALUE;
    List<String> said = run(FILE, MACHINE, true);

    assertThat(kind.measured.subList(6, kind.measured.size()))
        .containsExactly("short 10", "short 100");
    assertThat(medians()).containsOnly(1.53);
    if (noise < 1.05) {
      assertThat(json().get("cells"))
          .allSatisfy(cell -> assertThat(cell.at("/repeat/before").asDouble()).isEqualTo(1.5));
    }
    assertThat(said)
        .contains("made, case 3 of 4, 4 s left: sessions short, service factor, clients 10")
        .contains("made: 2 of 4 cases were measured again already");

    run(FILE, MACHINE, true);
    assertThat(kind.measured).as("all are measured a third time").hasSize(12);
  }

  @Test
  void shouldMeasureNoCaseTwiceWhereTheFirstRunWasAskedForAgain() throws Exception {
    kind.interruptAt = 1;
    assertThatThrownBy(() -> run(FILE, MACHINE, true)).isInstanceOf(InterruptedException.class);
    kind.interruptAt = Integer.MAX_VALUE;
    run(FILE, MACHINE, true);

    assertThat(kind.measured).containsExactly("long 10", "long 100", "short 10", "short 100");
  }

  @Test
  void shouldMeasureAgainWhatAnInterruptedRunHasLeft() throws Exception {
    kind.interruptAt = 2;
    assertThatThrownBy(() -> run(FILE, MACHINE, false)).isInstanceOf(InterruptedException.class);
    kind.interruptAt = Integer.MAX_VALUE;
    run(FILE, MACHINE, true);

    assertThat(kind.measured)
        .containsExactly("long 10", "long 100", "long 10", "long 100", "short 10", "short 100");
  }

  @Test
  void shouldSayHowLongItTookBesideTheEstimate() throws Exception {
    kind.interruptAt = 1;
    assertThatThrownBy(() -> run(FILE, MACHINE, false)).isInstanceOf(InterruptedException.class);
    kind.interruptAt = Integer.MAX_VALUE;

    assertThat(run(FILE, MACHINE, false)).last().asString().matches(TOOK.formatted(6));
    assertThat(run(FILE, MACHINE, false)).noneMatch(said -> said.contains("took"));
    assertThat(run(FILE, MACHINE, true)).last().asString().matches(TOOK.formatted(8));
  }

  @Test
  void shouldCompareWithARunThatServedNobody() {
    assertThat(new Repeat("virtual", "ratio", 0, 0).change()).isZero();
    assertThat(new Repeat("virtual", "ratio", 0, 1).isNoise()).isTrue();
  }

  @Test
  void shouldBeginAnewWhereSomethingElseIsMeasured() throws Exception {
    run(FILE, MACHINE, false);
    run(FILE.replace("rate: 7", "rate: 8"), MACHINE, false);
    assertThat(kind.measured).as("another file").hasSize(8);
    run(FILE.replace("rate: 7", "rate: 8"), Map.of("commit", "abd"), false);
    assertThat(kind.measured).as("another commit").hasSize(12);
    Files.writeString(out.resolve("results.json"), "{ half");
    run(FILE.replace("rate: 7", "rate: 8"), Map.of("commit", "abd"), false);
    assertThat(kind.measured).as("a file that is none").hasSize(16);
  }

  @Test
  void shouldTellWordsFromWhatIsMeasured() throws Exception {
    String rate = "rate:\n# of all\n  7 # a second";
    run(FILE.replace("rate: 7", rate), MACHINE, false);
    run(FILE.replace("rate: 7", rate.replace("all", "some")), MACHINE, false);
    run(FILE, MACHINE, false);
    assertThat(kind.measured).as("only comments differ").hasSize(4);

    run(FILE.replace("rate: 7", rate.replace("7", "8")), MACHINE, false);
    assertThat(kind.measured).as("a value below a comment").hasSize(8);
  }
}
