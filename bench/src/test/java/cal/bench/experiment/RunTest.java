package cal.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
  private static final String FILE =
      """
      title: A <title>
      question: What & why?
      meaning: It means much.
      kind: made-up
      rate: 7
      charts:
        - {x: clients, y: rate, log: x}
        - {x: clients, y: ratio}
        - {x: server, y: rate}
      """;

  private static final Map<String, String> MACHINE = Map.of("commit", "abc", "cpu", "a <good> one");

  private static final String TOOK = "made took \\d+ (s|min), estimated %d s";

  /** The experiment's own folder. */
  private Path out;

  private final MadeUp kind = new MadeUp();

  /** How many goals the last run has missed. */
  private long missed;

  /** Measures nothing, in no time. */
  private static final class MadeUp implements Kind, Plan {
    private final List<String> measured = new ArrayList<>();
    private int interruptAt = Integer.MAX_VALUE;
    private double itself = 1.01;
    private double virtual = 1.5;
    private Set<String> doubtful = Set.of();
    private int rate;

    @Override
    public Plan plan(Parameters parameters, Scale scale) {
      rate = parameters.whole("rate", 1, 1, 1000);
      return this;
    }

    @Override
    public List<Map<String, String>> cases() {
      return Stream.of("long", "short")
          .flatMap(sessions -> Stream.of("10", "100").map(clients -> labels(sessions, clients)))
          .toList();
    }

    private static Map<String, String> labels(String sessions, String clients) {
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put("sessions", sessions);
      labels.put("service", "factor");
      labels.put("clients", clients);
      return labels;
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return Duration.ofSeconds(2);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("rate", "answers/s", "right answers a second", 0, Figure.Best.HIGH),
          new Figure("ratio", "over vanilla", "over the baseline's", 2, Figure.Best.HIGH));
    }

    @Override
    public String baseline() {
      return "vanilla";
    }

    @Override
    public String method() {
      return "By making it up.";
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener) throws InterruptedException {
      if (measured.size() == interruptAt) {
        throw new InterruptedException("Ctrl-C");
      }
      measured.add(labels.get("sessions") + " " + labels.get("clients"));
      Map<String, Double> sample = new LinkedHashMap<>(Map.of("answers", 70.0));
      sample.put("latency", null);
      listener.sample(new Sample("virtual, \"by hand\"", false, 1, 2, sample));
      Map<String, Double> figures =
          Map.of("rate", rate * Double.parseDouble(labels.get("clients")));
      return new Cell(
          labels,
          List.of(
              new Row("vanilla", figures),
              new Row("vanilla", true, figures, ratio(itself), Map.of()),
              new Row(
                  "virtual",
                  false,
                  Map.of("rate", 5000.0),
                  ratio(virtual),
                  Map.of("closed", 3L),
                  doubtful)),
          labels.get("clients").equals("10")
              ? List.of("the clients took 95% of their core")
              : List.of());
    }

    private static Map<String, Ratio> ratio(double median) {
      return Map.of("ratio", new Ratio(median, median - 0.02, median + 0.02));
    }
  }

  @BeforeEach
  void nameTheFolder(@TempDir Path parent) {
    out = parent.resolve("made");
  }

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
  void shouldDeletePicturesOfChartsThatAreNoMore() throws Exception {
    run(FILE, MACHINE, false);
    List<String> before = files();

    run(FILE.replace("  - {x: clients, y: ratio}\n", ""), MACHINE, false);

    List<String> gone = List.of("ratio-long.svg", "ratio-short.svg");
    assertThat(before).containsAll(gone);
    assertThat(files()).doesNotContainAnyElementsOf(gone).hasSize(before.size() - gone.size());
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

  @Test
  void shouldDrawPicturesThatCanBeOpened() throws Exception {
    run(FILE, MACHINE, false);

    for (String file : files()) {
      if (file.endsWith(".svg")) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        assertThat(
                factory.newDocumentBuilder().parse(out.resolve(file).toFile()).getDocumentElement())
            .as(file)
            .matches(root -> root.getTagName().equals("svg"));
      }
    }
  }

  @Test
  void shouldWriteOneHtmlFileThatNeedsNoOther() throws Exception {
    run(FILE, MACHINE, false);

    String html = Files.readString(out.resolve("report.html"));
    assertThat(html)
        .startsWith("<!DOCTYPE html>")
        .contains("<meta name=\"viewport\"", "@media print", "A &lt;title&gt;", "What &amp; why?")
        .contains("It means much.", "a &lt;good&gt; one", "the clients took 95% of their core")
        .doesNotContain("http:", "https:", "<script", "<link", "@import", "url(", "A <title>");
    assertThat(html.split(" src=\"", -1))
        .hasSizeGreaterThan(4)
        .allSatisfy(
            part ->
                assertThat(part)
                    .matches(text -> text.startsWith("<!") || text.startsWith("data:image/")));
  }

  @Test
  void shouldSayWhoWasBest() throws Exception {
    run(FILE, MACHINE, false);

    assertThat(out.resolve("README.md"))
        .content()
        .contains("Each case in its order, right answers a second:\n\n")
        .contains("- sessions long, clients 100: virtual 5,000, vanilla 700\n");
    assertThat(out.resolve("report.html"))
        .content()
        .contains("<li>sessions long, clients 100: virtual 5,000, vanilla 700</li>");
  }

  @Test
  void shouldSayWhereTheMachineWasTooNoisy() throws Exception {
    run(FILE, MACHINE, false);
    assertThat(out.resolve("README.md")).content().contains("**1.50 (1.48 to 1.52)**");
    assertThat(out.resolve("README.md")).content().contains("**5,000**");
    assertThat(out.resolve("README.md")).content().doesNotContain("1.52) ~", "cannot be told)");

    kind.itself = 1.08;
    run(FILE, MACHINE, true);
    assertThat(out.resolve("README.md"))
        .content()
        .contains("| 1.50 (1.48 to 1.52) ~ |")
        .contains("virtual 5,000, vanilla 700 (who is best cannot be told)\n");
    assertThat(out.resolve("README.md")).content().doesNotContain("**");
    assertThat(out.resolve("report.html"))
        .content()
        .contains("1.50 (1.48 to 1.52) ~")
        .contains("too noisy to compare by over vanilla: vanilla against itself 1.080 (1.060");
  }

  @Test
  void shouldSayWhatIsDoubtful() throws Exception {
    kind.doubtful = Set.of("rate");
    run(FILE, MACHINE, false);

    assertThat(out.resolve("README.md"))
        .content()
        .contains(
            "| 5,000 ^ | **1.50 (1.48 to 1.52)** |", "virtual 5,000, vanilla 700 (who is best")
        .contains("^: this says less than it seems to");
    assertThat(out.resolve("results.json")).content().contains("\"doubtful\" : [ \"rate\" ]");
  }

  @Test
  void shouldMarkWhatIsRefused() throws Exception {
    kind.doubtful = Set.of("all");
    run(FILE + "goals: [{of: ratio, at_least: 1.4}]\n", MACHINE, false);

    assertThat(out.resolve("README.md"))
        .content()
        .contains("| virtual † |", "†: refused", "too few clients to say whether over vanilla")
        .contains("clients 100: vanilla 700 (who is best cannot be told)\n")
        .doesNotContain("**", "^: ");
    assertThat(missed).isEqualTo(4);
  }

  @Test
  void shouldSayWhichGoalIsMissed() throws Exception {
    String goals =
        """
        goals:
          - {of: ratio, at_least: 1.4}
          - {of: ratio, at_least: 2.5, sessions: [long, wide], clients: 100}
          - {of: rate, at_least: 9000, by: best, clients: 10, sessions: short}
        """;
    run(FILE + goals, MACHINE, false);

    assertThat(out.resolve("README.md"))
        .content()
        .contains(
            "- sessions long, clients 100: missed its goal: over vanilla of virtual is"
                + " 1.500 (1.480 to 1.520), not 2.5\n",
            "- sessions short, clients 10: missed its goal: answers/s of virtual, the best, is"
                + " 5,000, not 9000.0\n")
        .containsOnlyOnce("not 2.5")
        .containsOnlyOnce("not 9000")
        .doesNotContain("not 1.4");
    assertThat(missed).isEqualTo(2);

    kind.itself = 1.08;
    run(FILE + goals, MACHINE, true);
    assertThat(out.resolve("README.md"))
        .content()
        .contains("clients 100: too noisy to say whether over vanilla reaches 2.5\n")
        .doesNotContain("missed its goal: over");
    assertThat(missed).as("of four cases, of one, and the rate").isEqualTo(6);
  }

  @Test
  void shouldSayHowFarASecondRunIsFromTheFirst() throws Exception {
    run(FILE, MACHINE, false);
    assertThat(out.resolve("README.md")).content().doesNotContain("Measured twice");

    kind.virtual = 1.53;
    run(FILE, MACHINE, true);
    for (String file : List.of("README.md", "report.html")) {
      assertThat(out.resolve(file))
          .content()
          .contains("Measured twice: no ratio of 4 case(s) is further than 2.0% from that of")
          .doesNotContain("too noisy to repeat");
    }

    kind.virtual = 1.4;
    run(FILE, MACHINE, true);
    for (String file : List.of("README.md", "report.html")) {
      assertThat(out.resolve(file))
          .content()
          .contains("is further than 9.3% from that of")
          .contains(
              "too noisy to repeat what was measured: virtual, ratio: 1.530 before, 1.400 now");
    }
  }

  @Test
  void shouldNotCompareWhatNoiseHides() throws Exception {
    run(FILE, MACHINE, false);
    kind.itself = 1.08;
    kind.virtual = 1.9;
    run(FILE, MACHINE, true);

    assertThat(out.resolve("README.md")).content().doesNotContain("Measured twice", "to repeat");
  }

  private List<String> run(String file, Map<String, String> machine, boolean again)
      throws IOException, InterruptedException {
    Study study =
        Experiment.parse("made", "made.yaml", file).study(Map.of("made-up", kind), Scale.FULL);
    List<String> said = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void now(String what) {
            said.add(what);
          }

          @Override
          public void milestone(String what) {
            said.add(what);
          }
        };
    missed = new Run(study, machine, out.getParent(), listener).call(again).missed();
    return said;
  }

  /** Of each case, that of the second server. */
  private List<Double> medians() throws IOException {
    return json().findValues("rows").stream()
        .map(rows -> rows.at("/2/ratios/ratio/median").asDouble())
        .toList();
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.resolve("results.json").toFile());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
