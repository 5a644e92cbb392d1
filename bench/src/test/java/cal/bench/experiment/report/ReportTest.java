package cal.bench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report of a run. */
class ReportTest extends MadeUpRuns {
  @Test
  void shouldDeletePicturesOfChartsThatAreNoMore() throws Exception {
    run(FILE, MACHINE);
    List<String> before = files();

    run(FILE.replace("  - {x: clients, y: cost}\n", ""), MACHINE);

    List<String> gone = List.of("cost-long.svg", "cost-short.svg");
    assertThat(before).containsAll(gone);
    assertThat(files()).doesNotContainAnyElementsOf(gone).hasSize(before.size() - gone.size());
  }

  @Test
  void shouldDrawPicturesThatCanBeOpened() throws Exception {
    run(FILE, MACHINE);

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
    run(FILE, MACHINE);

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
    run(FILE, MACHINE);

    assertThat(out.resolve("README.md"))
        .content()
        .contains("Each case in its order, right answers a second:\n\n")
        .contains("- sessions long, clients 100: virtual 5,000, vanilla 700\n");
    assertThat(out.resolve("report.html"))
        .content()
        .contains("<li>sessions long, clients 100: virtual 5,000, vanilla 700</li>");
  }

  /** One unit: the baseline is 100, and lower is better. */
  @Test
  void shouldSayWhatTheFiguresAreToldIn() throws Exception {
    kind.virtual = 80;
    run(FILE, MACHINE);

    assertThat(out.resolve("README.md"))
        .content()
        .contains("Lower is better: cost, vanilla = 100.\n")
        .contains("| 100 | vanilla | 700 | 100.0 |")
        .contains("| **5,000** | **80.0 (78.0 to 82.0)** |")
        .contains("![cost, vanilla = 100: sessions long](cost-long.svg)");
  }

  @Test
  void shouldSayWhatCannotBeTold() throws Exception {
    kind.virtual = 80;
    run(FILE, MACHINE);
    assertThat(out.resolve("README.md")).content().doesNotContain("cannot be told");
    String drawn = Files.readString(out.resolve("cost-long.svg"));

    kind.virtual = 99;
    kind.itself = 108;
    run(FILE, Map.of("commit", "abd"));

    assertThat(out.resolve("README.md"))
        .content()
        .contains("| cannot be told (97.0 to 101.0) |", "| vanilla again | 700 | 108.0 (106.0 to")
        .contains("clients 100: cannot be told by cost: vanilla beside itself is 108.0 (106.0")
        .contains("virtual 5,000, vanilla 700 (who is best cannot be told)\n")
        .doesNotContain("**");
    assertThat(out.resolve("report.html")).content().contains("cannot be told (97.0 to 101.0)");
    assertThat(json().at("/cells/0/cannot_be_told/0").asText()).isEqualTo("cost");
    assertThat(Files.readString(out.resolve("cost-long.svg")))
        .as("a point less, and a title that says so")
        .isNotEqualTo(drawn);

    run(FILE.replace("  - {x: clients, y: rate, log: xy}\n", ""), Map.of("commit", "abd"));
    assertThat(out.resolve("README.md"))
        .content()
        .contains("- sessions long, clients 100: vanilla 100.0 (who is best cannot be told)\n");
  }

  @Test
  void shouldTellAnIntervalThatPartsFromABaselineThatVaries() throws Exception {
    kind.virtual = 80;
    kind.itself = 108;
    run(FILE.replace("  - {x: clients, y: rate, log: xy}\n", ""), Map.of("commit", "abd"));

    assertThat(out.resolve("README.md"))
        .content()
        .contains("| 78.0 to 82.0 |", "cannot be told by cost: vanilla beside itself is 108.0")
        .contains("clients 100: virtual 78.0 to 82.0, vanilla 100.0 (who is best cannot be told)")
        .doesNotContain("80.0");
  }

  @Test
  void shouldTellNothingBesideABaselineThatHasNoIndex() {
    Row other =
        new Row("virtual", false, Map.of(), Map.of("cost", new Index(80, 79, 81, 8)), Map.of());
    Row again = new Row("vanilla", true, Map.of(), Map.of(), Map.of());

    assertThat(new Cell(Map.of(), List.of(again, other), List.of()).untold())
        .containsExactly("cost");
    assertThat(new Cell(Map.of(), List.of(other), List.of()).untold()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"abc, false", "'abc and changes (0a)', true", "unknown, true"})
  void shouldSayThatSourcesAreInNoCommit(String commit, boolean said) throws Exception {
    run(FILE, Map.of("commit", commit));

    assertThat(Files.readString(out.resolve("README.md")).contains("sources that are in no commit"))
        .isEqualTo(said);
  }

  @Test
  void shouldSayWhatIsDoubtful() throws Exception {
    kind.doubtful = Set.of("rate");
    run(FILE, MACHINE);

    assertThat(out.resolve("README.md"))
        .content()
        .contains("| 5,000 ^ | 150.0 (148.0 to 152.0) |", "virtual 5,000, vanilla 700 (who is best")
        .contains("^: this says less than it seems to");
    assertThat(out.resolve("results.json")).content().contains("\"doubtful\" : [ \"rate\" ]");
  }

  @Test
  void shouldMarkWhatIsRefused() throws Exception {
    kind.doubtful = Set.of("all");
    run(FILE + "goals: [{of: cost, at_most: 160}]\n", MACHINE);

    assertThat(out.resolve("README.md"))
        .content()
        .contains("| virtual † |", "†: refused", "cannot be told whether cost index is at most")
        .contains("clients 100: vanilla 700 (who is best cannot be told)\n")
        .doesNotContain("**", "^: ");
    assertThat(missed).isEqualTo(4);
  }

  @Test
  void shouldSayWhichGoalIsMissed() throws Exception {
    String goals =
        """
        goals:
          - {of: cost, at_most: 152}
          - {of: cost, at_most: 40, sessions: [long, wide], clients: 100}
          - {of: cost, at_most: 150, sessions: long, clients: 10}
          - {of: rate, at_least: 9000, by: best, clients: 10, sessions: short}
        """;
    run(FILE + goals, MACHINE);

    assertThat(out.resolve("README.md"))
        .content()
        .contains(
            "- sessions long, clients 100: missed its goal: cost index of virtual is"
                + " 150.0 (148.0 to 152.0), and is to be at most 40.0\n",
            "- sessions long, clients 10: whether it reaches its goal cannot be told: cost index of"
                + " virtual is 150.0 (148.0 to 152.0), and is to be at most 150.0\n",
            "- sessions short, clients 10: missed its goal: answers/s of virtual, the best, is"
                + " 5,000, and is to be at least 9,000\n")
        .containsOnlyOnce("at most 40")
        .containsOnlyOnce("at least 9,000")
        .doesNotContain("at most 152");
    assertThat(missed).isEqualTo(3);

    kind.itself = 150;
    run(FILE + goals, Map.of("commit", "abd"));
    assertThat(out.resolve("README.md"))
        .content()
        .contains("clients 100: cannot be told whether cost index is at most 40.0\n")
        .doesNotContain("missed its goal: cost");
    assertThat(missed).as("of four cases, of one, of one, and the rate").isEqualTo(7);
  }

  @Test
  void shouldAskAGoalOfTheServersThatItNames() throws Exception {
    String goals =
        """
        goals:
          - {of: cost, at_most: 40, servers: [virtual, another], clients: 10, sessions: long}
          - {of: cost, at_most: 50, servers: another, clients: 10, sessions: long}
        """;
    run(FILE + goals, MACHINE);

    assertThat(out.resolve("README.md"))
        .content()
        .contains(
            "missed its goal: cost index of virtual is 150.0",
            "cannot be told whether cost index is at most 50.0: none of [another] was measured");
    assertThat(missed).isEqualTo(2);
  }

  @Test
  void shouldAskAGoalOfTheBaselineThatItNames() throws Exception {
    String goals =
        """
        goals:
          - {of: rate, at_least: 800, servers: vanilla, clients: 100, sessions: long}
          - {of: rate, at_least: 800, clients: 100, sessions: long}
        """;
    run(FILE + goals, MACHINE);

    assertThat(out.resolve("README.md")).content().contains("of vanilla is 700");
    assertThat(missed).isEqualTo(1);
  }

  @Test
  void shouldMarkAnIndexThatARecordBeforeContradicts() throws Exception {
    run(FILE, MACHINE);
    kind.virtual = 153;
    runAgain(FILE);
    assertThat(missed).isZero();
    for (String file : List.of("README.md", "report.html")) {
      assertThat(out.resolve(file))
          .content()
          .contains("4 of 4 indices agree within 5%; the largest difference is 2.0%.")
          .doesNotContain("^", "in a record before");
    }

    kind.virtual = 140;
    runAgain(FILE);
    assertThat(missed).isEqualTo(4);
    for (String file : List.of("README.md", "report.html")) {
      assertThat(out.resolve(file))
          .content()
          .contains("0 of 4 indices agree within 5%; the largest difference is 9.3%.")
          .contains(
              "cost of virtual was 153.0 in a record before, and is 140.0",
              "140.0 (138.0 to 142.0) ^")
          .doesNotContain("**140.0");
    }
  }

  @Test
  void shouldNotJudgeAGoalByAnIndexThatARecordBeforeContradicts() throws Exception {
    String goal = "goals: [{of: cost, at_most: 200, clients: 10, sessions: long}]\n";
    run(FILE + goal, MACHINE);
    assertThat(missed).isZero();

    kind.virtual = 140;
    runAgain(FILE + goal);
    assertThat(missed).isEqualTo(5);
    assertThat(out.resolve("README.md"))
        .content()
        .contains(
            "cannot be told whether cost index is at most 200.0: a record before contradicts it of"
                + " [virtual]");
  }

  @Test
  void shouldNotCompareWhatCannotBeTold() throws Exception {
    run(FILE, MACHINE);
    kind.itself = 108;
    kind.virtual = 190;
    runAgain(FILE);

    assertThat(missed).isZero();
    assertThat(out.resolve("README.md")).content().doesNotContain("record before");
  }
}
