package cal.cli.command;

import cal.agent.report.TextTable;
import cal.cli.load.result.LoadResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The demo's cells as one table, a row for each model, and what it shows, in words. Not
 * thread-safe.
 */
public final class DemoTable {
  /** Within this part of the least, one short run does not tell who is cheapest. */
  private static final double ALIKE = 1.1;

  /** How to read the table. */
  public static final List<String> LEGEND =
      List.of(
          "Requests a second, and the server's CPU time for 1,000 answers in ms;",
          "* the best that served every client, (n) served n clients only.");

  private final List<DemoCell> cells;
  private final Map<String, String> reasons;
  private final List<String> groups;

  /** Of what each model has shown, service by service, and what to choose each for. */
  DemoTable(List<DemoCell> cells, Map<String, String> reasons) {
    this.cells = cells;
    this.reasons = reasons;
    this.groups = cells.stream().map(DemoCell::group).distinct().toList();
  }

  /** The table, how to read it, and a sentence on each service. */
  String text() {
    Stream<String> figures = groups.stream().flatMap(group -> Stream.of(group + " ", "CPU ms "));
    List<List<String>> rows = new ArrayList<>();
    rows.add(Stream.concat(Stream.of("model"), figures).toList());
    models().forEach(model -> rows.add(row(model)));
    List<String> lines =
        new ArrayList<>(TextTable.ruled("<" + ">".repeat(2 * groups.size()), rows));
    lines.add("");
    lines.addAll(LEGEND);
    lines.add("");
    groups.stream().flatMap(this::told).forEach(lines::add);
    return String.join(System.lineSeparator(), lines);
  }

  private List<String> models() {
    return cells.stream().map(DemoCell::model).distinct().toList();
  }

  private List<DemoCell> of(String group) {
    return cells.stream().filter(cell -> cell.group().equals(group)).toList();
  }

  private List<String> row(String model) {
    List<String> row = new ArrayList<>(List.of(model));
    for (String group : groups) {
      DemoCell cell =
          of(group).stream().filter(c -> c.model().equals(model)).findFirst().orElse(null);
      row.add(cell == null ? "- " : rate(cell));
      row.add(cell == null ? "- " : cpu(cell));
    }
    return row;
  }

  private String rate(DemoCell cell) {
    String served = cell.servedAll() ? "" : " (" + cell.result().clientsServed() + ")";
    boolean best = isLeast(cell, c -> -c.result().answersPerSecond());
    return "%,.0f%s%s".formatted(cell.result().answersPerSecond(), served, best ? "*" : " ");
  }

  private String cpu(DemoCell cell) {
    return cell.result().serverCpuSecondsPer1000() == null
        ? "- "
        : millis(cell) + (isLeast(cell, DemoTable::cpuOf) ? "*" : " ");
  }

  /** Milliseconds of the server's CPU for 1,000 answers. */
  private static String millis(DemoCell cell) {
    double millis = 1000 * cpuOf(cell);
    return (millis < 100 ? "%.1f" : "%,.0f").formatted(millis);
  }

  private static double cpuOf(DemoCell cell) {
    return Objects.requireNonNullElse(
        cell.result().serverCpuSecondsPer1000(), Double.POSITIVE_INFINITY);
  }

  private boolean isLeast(DemoCell cell, ToDoubleFunction<DemoCell> figure) {
    List<DemoCell> rivals = of(cell.group());
    return rivals.size() > 1
        && cell.servedAll()
        && rivals.stream()
            .filter(DemoCell::servedAll)
            .allMatch(rival -> figure.applyAsDouble(cell) <= figure.applyAsDouble(rival));
  }

  /** Which models suit a service, by CPU time, and why; and who was left to wait. */
  private Stream<String> told(String group) {
    List<DemoCell> ranked =
        of(group).stream()
            .filter(DemoCell::servedAll)
            .filter(cell -> cell.result().serverCpuSecondsPer1000() != null)
            .sorted(Comparator.comparingDouble(DemoTable::cpuOf))
            .toList();
    List<String> lines = new ArrayList<>();
    if (ranked.size() > 1) {
      double least = cpuOf(ranked.getFirst());
      List<String> suited =
          ranked.stream()
              .takeWhile(cell -> cpuOf(cell) <= ALIKE * least)
              .map(DemoCell::model)
              .toList();
      lines.add(group + ": least CPU, " + one(suited) + ".");
      suited.forEach(model -> lines.add("  " + model + ": " + reasons.get(model)));
    }
    String alone =
        of(group).stream()
            .filter(cell -> !cell.servedAll())
            .map(cell -> cell.model() + " " + cell.result().clientsServed())
            .collect(Collectors.joining(", "));
    if (!alone.isEmpty()) {
      lines.add(
          "%s: not all of %d clients were served: %s."
              .formatted(group, of(group).getFirst().result().clients(), alone));
    }
    of(group).stream()
        .filter(cell -> cell.result().errorCount() > 0)
        .forEach(cell -> lines.add(group + ": errors under " + errors(cell)));
    return lines.stream();
  }

  private static String one(List<String> models) {
    return models.size() == 1
        ? models.getFirst()
        : String.join(", ", models) + ", alike within a tenth";
  }

  private static String errors(DemoCell cell) {
    LoadResult result = cell.result();
    return "%s: %,d %s".formatted(cell.model(), result.errorCount(), result.errors().keySet());
  }
}
