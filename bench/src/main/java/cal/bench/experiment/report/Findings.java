package cal.bench.experiment.report;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Chart;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Row;
import cal.bench.experiment.Study;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The first server of each case, by the figure of the first chart: the first thing for a reader.
 * Immutable.
 *
 * @param title of the findings
 * @param lines a line a case; empty where no figure of the chart is the best
 */
record Findings(String title, List<String> lines) {
  private static final int SHOWN = 3;

  static Findings of(Study study, List<Cell> cells) {
    if (study.charts().isEmpty() || study.charts().getFirst().y().best() == Figure.Best.NONE) {
      return new Findings("", List.of());
    }
    Figure figure = study.charts().getFirst().y();
    Map<Map<String, String>, List<Told>> cases = new LinkedHashMap<>();
    Set<Map<String, String>> open = new HashSet<>();
    for (Cell cell : cells) {
      Map<String, String> labels = study.telling(cell.labels());
      labels.remove(Chart.SERVER);
      if (!cell.hasBest(figure.key())) {
        open.add(labels);
      }
      cell.rows().stream()
          .filter(row -> !cell.isUntold(row, figure.key()))
          .filter(row -> !row.again() && !row.isRefused() && row.value(figure.key()) != null)
          .map(row -> new Told(row, ReportTable.range(figure, row, cell)))
          .forEach(told -> cases.computeIfAbsent(labels, key -> new ArrayList<>()).add(told));
    }
    List<String> lines = new ArrayList<>();
    cases.forEach(
        (labels, rows) -> {
          String line = line(figure, labels, rows, study.plan().baseline());
          lines.add(open.contains(labels) ? line + " (who is best cannot be told)" : line);
        });
    return new Findings("Each case in its order, " + study.title(figure), List.copyOf(lines));
  }

  /** A row and its figure, or the interval that parts from the baseline's. */
  private record Told(Row row, String text) {
    double value(Figure figure) {
      return row.value(figure.key());
    }

    @Override
    public String toString() {
      return row.server() + " " + text;
    }
  }

  private static String line(
      Figure figure, Map<String, String> labels, List<Told> rows, String baseline) {
    Comparator<Told> order = Comparator.comparingDouble(told -> told.value(figure));
    List<Told> sorted =
        rows.stream().sorted(figure.best() == Figure.Best.HIGH ? order.reversed() : order).toList();
    List<Told> shown = new ArrayList<>(sorted.subList(0, Math.min(SHOWN, sorted.size())));
    rows.stream()
        .filter(told -> told.row().server().equals(baseline) && !shown.contains(told))
        .forEach(shown::add);
    String best = String.join(", ", shown.stream().map(Told::toString).toList());
    return labels.isEmpty() ? best : Cell.name(labels) + ": " + best;
  }
}
