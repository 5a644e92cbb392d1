package cal.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A report as Markdown. Immutable. */
record MarkdownReport(Study study, Results results, List<Picture> pictures) {
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("# %s\n\n%s\n\n".formatted(results.title(), results.question()));
    if (!study.experiment().meaning().isEmpty()) {
      text.append(study.experiment().meaning()).append("\n\n");
    }
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

  /** The warnings that a reader must know before any figure. */
  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (study.scale() != Scale.FULL) {
      warnings.add("A short run, not for the record.");
    }
    for (Cell cell : results.cells()) {
      String name = Cell.name(study.telling(cell.labels()));
      String where = name.isEmpty() ? "" : name + ": ";
      cell.warnings().forEach(warning -> warnings.add(where + warning));
      study.shortcomings(cell).forEach(goal -> warnings.add(where + goal));
      if (cell.repeat() != null && cell.repeat().isNoise()) {
        warnings.add(
            where + "the machine was too noisy to repeat what was measured: " + cell.repeat());
      }
      for (Figure figure : study.plan().figures()) {
        if (cell.isNoisy(figure.key())) {
          warnings.add(
              "%sthe machine was too noisy to compare by %s: %s"
                  .formatted(where, figure.heading(), itself(cell, figure)));
        }
      }
    }
    return warnings;
  }

  /** The meaning of the marks in the table, those that can be there. */
  private String marks() {
    List<Row> rows = results.cells().stream().flatMap(cell -> cell.rows().stream()).toList();
    List<String> sentences = new ArrayList<>();
    if (rows.stream().anyMatch(row -> !row.ratios().isEmpty())) {
      sentences.add(
          "What has an interval is the median of rounds in turns with its 95% bootstrap interval;"
              + " of less than six rounds that is their least and most.");
    }
    if (results.cells().stream().anyMatch(Cell::tellsNoise)) {
      sentences.add(
          "Ratios to the baseline are above 1 in favour of the server. Best of a case in bold."
              + " Where the baseline differs from itself (\"again\") by more than 5%, the machine"
              + " was too noisy to say: ~, and nobody is the best.");
    }
    if (rows.stream().anyMatch(Row::isRefused)) {
      sentences.add(
          "†: refused, since it was measured with fewer clients than it says; it has no ratio, nor"
              + " have others to it.");
    }
    if (rows.stream().anyMatch(row -> !row.isRefused() && !row.doubtful().isEmpty())) {
      sentences.add(
          "^: this says less than it seems to, for the reason that a warning gives; nobody is the"
              + " best by it.");
    }
    List<Repeat> repeats =
        results.cells().stream().map(Cell::repeat).filter(Objects::nonNull).toList();
    if (!repeats.isEmpty()) {
      sentences.add(
          "Measured twice: no ratio of %d case(s) is further than %.1f%% from that of the run before."
              .formatted(
                  repeats.size(),
                  100 * repeats.stream().mapToDouble(Repeat::change).max().getAsDouble()));
    }
    return String.join(" ", sentences);
  }

  private static String itself(Cell cell, Figure figure) {
    Row again = cell.rows().stream().filter(Row::again).findFirst().orElseThrow();
    return again.server() + " against itself " + again.ratios().get(figure.key());
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
