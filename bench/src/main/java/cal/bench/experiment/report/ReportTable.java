package cal.bench.experiment.report;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Chart;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.bench.experiment.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures as cells of text, a line a server of a case; columns without a value are left out.
 * Asterisks mark the best of a case, where known; a caret marks a doubtful figure. An untellable
 * index has its interval. Immutable.
 *
 * @param headings of the columns
 * @param labels the number of columns with words
 * @param lines the cells of each row
 */
record ReportTable(List<String> headings, int labels, List<List<String>> lines) {
  /** The mark around the best. */
  private static final String BEST = "**";

  private static final String REFUSED = " †";

  static ReportTable of(Study study, List<Cell> cells) {
    List<Figure> figures =
        study.plan().figures().stream().filter(figure -> isThere(figure, cells)).toList();
    Set<String> labels = new LinkedHashSet<>();
    cells.forEach(cell -> labels.addAll(study.telling(cell.labels()).keySet()));
    labels.remove(Chart.SERVER);
    boolean errors = cells.stream().flatMap(c -> c.rows().stream()).anyMatch(ReportTable::failed);
    List<String> headings = new ArrayList<>(labels);
    headings.add("server");
    figures.forEach(figure -> headings.add(figure.heading()));
    if (errors) {
      headings.add("errors");
    }
    List<List<String>> lines = new ArrayList<>();
    for (Cell cell : cells) {
      for (Row row : cell.rows()) {
        List<String> line = new ArrayList<>();
        labels.forEach(label -> line.add(cell.labels().get(label)));
        line.add(row.server() + (row.again() ? " again" : "") + (row.isRefused() ? REFUSED : ""));
        List<Row> beside = beside(cell, cells);
        figures.forEach(figure -> line.add(text(figure, row, cell, beside)));
        if (errors) {
          line.add(errors(row.errors()));
        }
        lines.add(List.copyOf(line));
      }
    }
    return new ReportTable(List.copyOf(headings), labels.size() + 1, List.copyOf(lines));
  }

  /** The rows of a case, even for a cell for each server. */
  private static List<Row> beside(Cell cell, List<Cell> cells) {
    return cells.stream()
        .filter(other -> withoutServer(other).equals(withoutServer(cell)))
        .flatMap(other -> other.rows().stream())
        .filter(row -> !row.again())
        .toList();
  }

  private static Map<String, String> withoutServer(Cell cell) {
    Map<String, String> labels = new LinkedHashMap<>(cell.labels());
    labels.remove(Chart.SERVER);
    return labels;
  }

  private static boolean failed(Row row) {
    return !row.errors().isEmpty();
  }

  private static boolean isThere(Figure figure, List<Cell> cells) {
    return cells.stream()
        .flatMap(cell -> cell.rows().stream())
        .anyMatch(row -> row.value(figure.key()) != null);
  }

  private static String text(Figure figure, Row row, Cell cell, List<Row> beside) {
    Double value = row.value(figure.key());
    if (value == null) {
      return "";
    }
    Index index = row.indices().get(figure.key());
    if (cell.isUntold(row, figure.key())) {
      return "cannot be told (%s)".formatted(range(figure, index));
    }
    if (cell.isParted(row, figure.key())) {
      return range(figure, index);
    }
    String text = index == null || row.isBaseline() ? figure.text(value) : interval(figure, index);
    if (row.doubtful().contains(figure.key()) || cell.isContradicted(row, figure.key())) {
      return text + " ^";
    }
    return cell.hasBest(figure.key()) && isBest(figure, row, beside) ? BEST + text + BEST : text;
  }

  /** A figure in words: only the interval where the baseline varies. */
  static String range(Figure figure, Row row, Cell cell) {
    return cell.isParted(row, figure.key())
        ? range(figure, row.indices().get(figure.key()))
        : figure.text(row.value(figure.key()));
  }

  private static String range(Figure figure, Index index) {
    return "%s to %s".formatted(figure.text(index.low()), figure.text(index.high()));
  }

  private static String interval(Figure figure, Index index) {
    return "%s (%s)".formatted(figure.text(index.value()), range(figure, index));
  }

  private static boolean isBest(Figure figure, Row row, List<Row> beside) {
    if (figure.best() == Figure.Best.NONE || row.again() || beside.size() < 2) {
      return false;
    }
    return beside.stream()
        .map(other -> other.value(figure.key()))
        .noneMatch(other -> other != null && figure.isBetter(other, row.value(figure.key())));
  }

  private static String errors(Map<String, Long> errors) {
    return errors.isEmpty()
        ? "none"
        : String.join(
            ", ",
            errors.entrySet().stream()
                .map(error -> "%s %,d".formatted(error.getKey(), error.getValue()))
                .toList());
  }
}
