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
    Map<Map<String, String>, List<Row>> cases = new LinkedHashMap<>();
    Set<Map<String, String>> open = new HashSet<>();
    for (Cell cell : cells) {
      Map<String, String> labels = study.telling(cell.labels());
      labels.remove(Chart.SERVER);
      if (!cell.hasBest(figure.key())) {
        open.add(labels);
      }
      boolean untold = cell.untold().contains(figure.key());
      cell.rows().stream()
          .filter(row -> !untold || row.isBaseline())
          .filter(row -> !row.again() && !row.isRefused() && row.value(figure.key()) != null)
          .forEach(row -> cases.computeIfAbsent(labels, key -> new ArrayList<>()).add(row));
    }
    List<String> lines = new ArrayList<>();
    cases.forEach(
        (labels, rows) -> {
          String line = line(figure, labels, rows, study.plan().baseline());
          lines.add(open.contains(labels) ? line + " (who is best cannot be told)" : line);
        });
    return new Findings("Each case in its order, " + study.title(figure), List.copyOf(lines));
  }

  private static String line(
      Figure figure, Map<String, String> labels, List<Row> rows, String baseline) {
    Comparator<Row> order = Comparator.comparingDouble(row -> row.value(figure.key()));
    List<Row> sorted =
        rows.stream().sorted(figure.best() == Figure.Best.HIGH ? order.reversed() : order).toList();
    List<Row> shown = new ArrayList<>(sorted.subList(0, Math.min(SHOWN, sorted.size())));
    rows.stream()
        .filter(row -> row.server().equals(baseline) && !shown.contains(row))
        .forEach(shown::add);
    String best =
        String.join(
            ", ",
            shown.stream()
                .map(row -> row.server() + " " + figure.text(row.value(figure.key())))
                .toList());
    return labels.isEmpty() ? best : Cell.name(labels) + ": " + best;
  }
}
