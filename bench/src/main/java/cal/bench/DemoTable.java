package cal.bench;

import cal.bench.load.LoadResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The demo's cells as one table. Not thread-safe. */
final class DemoTable {
  private static final String PLAIN = "sequential";

  private final List<DemoCell> cells;

  DemoTable(List<DemoCell> cells) {
    this.cells = cells;
  }

  /** The table, and a line on what it shows. */
  String text() {
    TextTable table =
        new TextTable(
            3,
            "service",
            "sessions",
            "model",
            "requests/s ",
            "p50 ms ",
            "p99 ms ",
            "served",
            "fairness ",
            "CPU s/1,000 ",
            "errors");
    for (String group : cells.stream().map(DemoCell::group).distinct().toList()) {
      List<DemoCell> members = cells.stream().filter(c -> c.group().equals(group)).toList();
      members.forEach(cell -> table.add(row(cell, members)));
      table.add(List.of());
    }
    return table.text()
        + "* best of those that served every client; CPU s/1,000: CPU seconds of the server for"
        + " 1,000 answers"
        + System.lineSeparator()
        + moral();
  }

  private static List<String> row(DemoCell cell, List<DemoCell> group) {
    LoadResult result = cell.result();
    List<String> row = new ArrayList<>();
    row.add(result.service());
    row.add(result.sessions().word());
    row.add(cell.model());
    row.add(marked(cell, group, r -> -r.answersPerSecond(), "%,.0f"));
    row.add(marked(cell, group, r -> millis(r, true), null));
    row.add(marked(cell, group, r -> millis(r, false), null));
    row.add(result.clientsServed() + " of " + result.clients());
    row.add(marked(cell, group, r -> r.fairness() == null ? null : -r.fairness(), "%.2f"));
    row.add(marked(cell, group, LoadResult::serverCpuSecondsPer1000, "%.4f"));
    row.add(errors(result));
    return row;
  }

  private static String errors(LoadResult result) {
    return result.errors().isEmpty()
        ? "0"
        : "%,d %s".formatted(result.errorCount(), result.errors().keySet());
  }

  private static Double millis(LoadResult result, boolean median) {
    return result.latency() == null
        ? null
        : (median ? result.latency().p50Micros() : result.latency().p99Micros()) / 1000.0;
  }

  /** A figure, negated where more is better, and a star if it is the least of the group. */
  private static String marked(
      DemoCell cell, List<DemoCell> group, Function<LoadResult, Double> figure, String format) {
    Double own = figure.apply(cell.result());
    if (own == null) {
      return "- ";
    }
    Optional<Double> best =
        group.stream()
            .filter(DemoCell::servedAll)
            .map(member -> figure.apply(member.result()))
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder());
    boolean isBest = group.size() > 1 && cell.servedAll() && best.isPresent() && own <= best.get();
    String text = format == null ? Summary.number(own) : format.formatted(magnitude(own, format));
    return text + (isBest ? "*" : " ");
  }

  private static double magnitude(double figure, String format) {
    return format.equals("%.4f") ? figure : -figure;
  }

  /** What the first group shows: the plain model, or the slowest, against the fastest other. */
  private String moral() {
    String group = cells.getFirst().group();
    List<DemoCell> bySpeed =
        cells.stream()
            .filter(cell -> cell.group().equals(group))
            .sorted(Comparator.comparingDouble(cell -> cell.result().answersPerSecond()))
            .toList();
    DemoCell plain =
        bySpeed.stream()
            .filter(cell -> cell.model().equals(PLAIN))
            .findFirst()
            .orElse(bySpeed.getFirst());
    String fastest =
        bySpeed.reversed().stream()
            .filter(cell -> !cell.model().equals(plain.model()))
            .findFirst()
            .map(cell -> ", " + told(cell))
            .orElse("");
    long models = cells.stream().map(DemoCell::model).distinct().count();
    return "One server, its source unchanged, under %d model%s; %s sessions: %s%s."
        .formatted(models, models == 1 ? "" : "s", group, told(plain), fastest);
  }

  private static String told(DemoCell cell) {
    LoadResult result = cell.result();
    return "%s served %d of %d clients at %,.0f requests/s"
        .formatted(
            cell.model(), result.clientsServed(), result.clients(), result.answersPerSecond());
  }
}
