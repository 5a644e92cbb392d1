package cal.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** The report of a run. */
class ReportTest extends MadeUpRuns {
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
}
