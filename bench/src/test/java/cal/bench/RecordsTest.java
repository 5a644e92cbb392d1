package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.bench.experiment.report.Results;
import cal.bench.process.Machine;
import cal.cli.support.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Quoted figures are those of their records, and records are of a commit of this history.
 *
 * <p>A page quotes by a table behind {@code <!-- figures: RECORD FIGURE -->}. Its columns are
 * labels of the record's cases, as {@code clients}, and names of servers. A figure that a record
 * before contradicts has a {@code ^}, as in its record.
 */
class RecordsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path RESULTS = ROOT.resolve("bench/results");
  private static final List<Path> QUOTING =
      List.of(
          ROOT.resolve("README.md"),
          RESULTS.resolve("README.md"),
          ROOT.resolve("sample-orb-adapter/README.md"));

  private static final Pattern TABLE =
      Pattern.compile("<!-- figures: (\\S+) (\\S+) -->\\n((?:\\|.*\\n)+)");

  private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(?:\\.(\\d+))?");

  /** A figure that a page quotes, beside the one of the record. */
  private record Quote(Path page, String where, String shown, Place place, String figure) {
    /** The number, or both ends of an interval where its baseline varies. */
    List<BigDecimal> recorded() {
      Cell cell = place.cell();
      Row row = place.row();
      assertThat(cell.isUntold(row, figure)).as("%s of %s is untold", figure, where).isFalse();
      Index index = row.indices().get(figure);
      boolean varies = cell.untold().contains(figure) && !row.isBaseline();
      List<Double> numbers =
          index != null && varies
              ? List.of(index.low(), index.high())
              : Stream.ofNullable(row.value(figure)).toList();
      assertThat(numbers).as("%s of %s in its record", figure, where).isNotEmpty();
      return numbers.stream().map(BigDecimal::valueOf).toList();
    }

    boolean isContradicted() {
      return place.cell().isContradicted(place.row(), figure);
    }

    @Override
    public String toString() {
      return where + " = " + shown;
    }
  }

  @Test
  void shouldQuoteFigures() {
    for (Path page : QUOTING) {
      assertThat(TABLE.matcher(Prose.text(page)).find()).as("a table in %s", page).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("quotes")
  void shouldQuoteAFigureAsItIsRecorded(Quote quote) {
    List<MatchResult> shown = NUMBER.matcher(quote.shown()).results().toList();
    List<BigDecimal> recorded = quote.recorded();
    assertThat(shown).as("%s, in %s", quote, quote.page()).hasSameSizeAs(recorded);
    for (int i = 0; i < shown.size(); i++) {
      String decimals = shown.get(i).group(1);
      assertThat(new BigDecimal(shown.get(i).group().replace(",", "")))
          .as("%s, in %s", quote, quote.page())
          .isEqualTo(
              recorded
                  .get(i)
                  .setScale(decimals == null ? 0 : decimals.length(), RoundingMode.HALF_UP));
    }
    assertThat(quote.shown().endsWith("^"))
        .as("^ at %s, in %s", quote, quote.page())
        .isEqualTo(quote.isContradicted());
  }

  static List<Quote> quotes() {
    List<Quote> quotes = new ArrayList<>();
    for (Path page : QUOTING) {
      for (MatchResult table : TABLE.matcher(Prose.text(page)).results().toList()) {
        List<List<String>> rows =
            table.group(3).lines().map(RecordsTest::cellsOf).toList(); // titles, a line, figures
        for (List<String> row : rows.subList(2, rows.size())) {
          quotes.addAll(quotes(page, table.group(1), table.group(2), rows.getFirst(), row));
        }
      }
    }
    return quotes;
  }

  private static List<String> cellsOf(String line) {
    return Stream.of(line.strip().replaceAll("^\\||\\|$", "").split("\\|"))
        .map(cell -> cell.strip().replaceAll("[`*]", ""))
        .toList();
  }

  private static List<Quote> quotes(
      Path page, String record, String figure, List<String> titles, List<String> row) {
    List<Cell> cells = results(record).cells();
    Map<String, String> labels = new LinkedHashMap<>();
    List<Quote> quotes = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      String title = titles.get(i);
      if (cells.getFirst().labels().containsKey(title)) {
        labels.put(title, row.get(i));
      } else if (NUMBER.matcher(row.get(i)).lookingAt()) {
        String where = record + " " + labels + " " + title;
        quotes.add(new Quote(page, where, row.get(i), Place.of(cells, labels, title), figure));
      } else {
        assertThat(row.get(i)).as("%s of %s", title, labels).isIn("cannot be told", "none", "");
      }
    }
    return quotes;
  }

  /** The row of a server, in the case that it is in. */
  private record Place(Cell cell, Row row) {
    static Place of(List<Cell> cells, Map<String, String> labels, String server) {
      for (Cell cell : cells) {
        boolean same =
            labels.entrySet().stream()
                .allMatch(
                    label ->
                        label
                            .getValue()
                            .replace(",", "")
                            .equals(cell.labels().get(label.getKey())));
        for (Row row : same ? cell.rows() : List.<Row>of()) {
          if ((row.server() + (row.again() ? " again" : "")).equals(server)) {
            return new Place(cell, row);
          }
        }
      }
      throw new AssertionError("no row of " + server + " in the case " + labels);
    }
  }

  private static Results results(String record) {
    return Json.read(RESULTS.resolve(record).resolve("results.json"), Results.class);
  }

  /** Says which records are of code that has changed since. */
  @ParameterizedTest
  @MethodSource("records")
  void shouldBeOfACommitOfThisHistory(String record) {
    assumeTrue(
        Files.exists(ROOT.resolve(".git")) && Files.notExists(ROOT.resolve(".git/shallow")),
        "the whole history is not here");
    Map<String, String> machine = results(record).machine();
    String commit = machine.get("commit");
    assertThat(Machine.isInHistory(ROOT, commit))
        .as("the commit %s of %s is one of this history", commit, record)
        .isTrue();
    assertThat(Prose.text(RESULTS.resolve("README.md")))
        .as("the page names the processor of each record")
        .contains(machine.get("cpu").replaceAll("\\(R\\)| Processor", ""));
    List<String> changed = Machine.changedSince(ROOT, commit);
    if (!changed.isEmpty()) {
      System.out.printf(
          "WARNING: since the record %s, %s, there are changes in %s%n", record, commit, changed);
    }
  }

  /** Event loops have the lowest figure of the models in each record that the rules name. */
  @ParameterizedTest
  @CsvSource({"peers, cpu_index", "idle, rss_kb_an_idle_connection"})
  void shouldBackTheFirstChoiceOfAdaptive(String record, String figure) {
    Path rules = ROOT.resolve("cal-core/src/main/resources/META-INF/cal/adaptive.rules");
    assertThat(Prose.text(rules)).contains("# bench/results/" + record + " has ");
    Map<String, List<Double>> models = new LinkedHashMap<>();
    for (Cell cell : results(record).cells()) {
      for (Row row : cell.rows()) {
        if (row.value(figure) != null) {
          models.computeIfAbsent(row.server(), name -> new ArrayList<>()).add(row.value(figure));
        }
      }
    }
    models.keySet().retainAll(List.of("reactive", "virtual", "thread", "thread-pool"));
    List<Double> loops = models.remove("reactive");
    assertThat(models).isNotEmpty();
    for (int i = 0; i < loops.size(); i++) {
      double lowest = loops.get(i);
      int at = i;
      assertThat(models.values()).allSatisfy(all -> assertThat(all.get(at)).isGreaterThan(lowest));
    }
  }

  /** Those that their page links. */
  static List<String> records() {
    String page = Prose.text(RESULTS.resolve("README.md"));
    List<String> present =
        Pattern.compile("\\(([\\w-]+)/README\\.md\\)")
            .matcher(page)
            .results()
            .map(link -> link.group(1))
            .distinct()
            .toList();
    assertThat(present).isNotEmpty();
    return present;
  }
}
