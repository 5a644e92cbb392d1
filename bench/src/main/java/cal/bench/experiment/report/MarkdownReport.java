package cal.bench.experiment.report;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Repeat;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.experiment.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A report as Markdown. Immutable. */
record MarkdownReport(Study study, Results results, List<Picture> pictures) {
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("# %s\n\n%s\n\n".formatted(results.title(), results.question()));
    if (study.scale() == Scale.FULL && !study.experiment().meaning().isEmpty()) {
      text.append(study.experiment().meaning()).append("\n\n");
    }
    text.append(unit());
    List<String> warnings = warnings();
    warnings.forEach(warning -> text.append("- ").append(warning).append('\n'));
    text.append(warnings.isEmpty() ? "" : "\n");
    for (Picture picture : pictures) {
      text.append("![%s](%s)\n\n".formatted(picture.title(), picture.fileName()));
    }
    Findings findings = Findings.of(study, results.cells());
    if (!findings.lines().isEmpty()) {
      text.append(findings.title()).append(":\n\n");
      findings.lines().forEach(line -> text.append("- ").append(line).append('\n'));
      text.append('\n');
    }
    table(ReportTable.of(study, results.cells()), text);
    String marks = marks();
    text.append(marks.isEmpty() ? "" : "\n%s\n".formatted(marks));
    text.append("\n%s\n\n".formatted(results.method()));
    for (Map.Entry<String, String> fact : results.machine().entrySet()) {
      text.append("- %s: %s\n".formatted(fact.getKey(), fact.getValue()));
    }
    return text.toString();
  }

  /** The unit of all present indices. */
  private String unit() {
    List<String> titles =
        study.plan().figures().stream()
            .filter(figure -> rows().anyMatch(row -> row.indices().containsKey(figure.key())))
            .map(study::title)
            .toList();
    return titles.isEmpty() ? "" : "Lower is better: %s.\n\n".formatted(String.join("; ", titles));
  }

  private Stream<Row> rows() {
    return results.cells().stream().flatMap(cell -> cell.rows().stream());
  }

  /** The warnings before any figure. */
  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (study.scale() != Scale.FULL) {
      warnings.add("A short run, not for the record.");
    }
    if (results.isOfNoCommit()) {
      warnings.add("Measured with sources that are in no commit, so nobody can measure it again.");
    }
    for (Cell cell : results.cells()) {
      String name = Cell.name(study.telling(cell.labels()));
      String where = name.isEmpty() ? "" : name + ": ";
      cell.warnings().forEach(warning -> warnings.add(where + warning));
      study.shortcomings(cell).forEach(goal -> warnings.add(where + goal));
      cell.contradicted().forEach(repeat -> warnings.add(where + repeat));
      for (Row row : cell.rows()) {
        row.indices().entrySet().stream()
            .filter(index -> row.again() && !index.getValue().tells())
            .map(
                index ->
                    "%scannot be told by %s: %s beside itself is %s"
                        .formatted(where, index.getKey(), row.server(), index.getValue()))
            .forEach(warnings::add);
      }
    }
    return warnings;
  }

  /** The meaning of marks in the table, as far as present. */
  private String marks() {
    List<String> sentences = new ArrayList<>();
    if (rows().anyMatch(row -> !row.indices().isEmpty())) {
      sentences.add(
          "In brackets is the 95% interval over JVMs; of two JVMs that is their range."
              + " \"Again\" is the baseline beside itself; where that is further than 5% from 100,"
              + " or its interval reaches 7% to a side, an index is told only where its interval"
              + " parts from that one and from 100, and only as this interval.");
    }
    if (results.cells().stream().anyMatch(Cell::tellsNoise)) {
      sentences.add("The best of a case is in bold.");
    }
    if (rows().anyMatch(Row::isRefused)) {
      sentences.add(
          "†: refused, since it was measured with fewer clients than it says; nobody is compared"
              + " with it.");
    }
    boolean contradicted =
        results.cells().stream().anyMatch(cell -> !cell.contradicted().isEmpty());
    if (contradicted || rows().anyMatch(row -> !row.isRefused() && !row.doubtful().isEmpty())) {
      sentences.add(
          "^: this says less than it seems to, for the reason that a warning gives; nobody is the"
              + " best by it.");
    }
    List<Repeat> repeats =
        results.cells().stream().flatMap(cell -> cell.repeats().stream()).toList();
    if (!repeats.isEmpty()) {
      sentences.add(
          "Beside a record before, %d of %d indices agree within 5%%; the largest difference is %.1f%%."
              .formatted(
                  repeats.stream().filter(Repeat::agrees).count(),
                  repeats.size(),
                  100 * repeats.stream().mapToDouble(Repeat::change).max().getAsDouble()));
    }
    return String.join(" ", sentences);
  }

  private static void table(ReportTable table, StringBuilder text) {
    int figures = table.headings().size() - table.labels();
    text.append("| ").append(String.join(" | ", table.headings())).append(" |\n");
    text.append("|---".repeat(table.labels())).append("|--:".repeat(figures)).append("|\n");
    for (List<String> line : table.lines()) {
      text.append("| ").append(String.join(" | ", line)).append(" |\n");
    }
  }
}
