package cal.bench.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The value to reach of a figure or index, and the cases. An index has an interval: a goal is
 * reached by a whole interval within, and missed by a whole interval outside. Immutable.
 *
 * @param of the figure or index
 * @param bound the most or the least allowed
 * @param isMost whether the bound is the most
 * @param best whether the best server of a case is enough; else each has to reach the bound
 * @param servers the rows of the goal; all but the baseline if there are none
 * @param where labels of cases, each with allowed values; all cases if there are none
 */
record Goal(
    Figure of,
    double bound,
    boolean isMost,
    boolean best,
    List<String> servers,
    Map<String, List<String>> where) {
  private static final String MOST = "at_most";
  private static final String LEAST = "at_least";
  private static final double LARGEST = 1e9;

  static Goal of(Parameters part, Plan plan) {
    List<String> keys = plan.figures().stream().map(Figure::key).toList();
    Figure figure = plan.figures().get(keys.indexOf(part.one("of", null, keys)));
    boolean most = part.has(MOST);
    if (most == part.has(LEAST)) {
      throw part.mistake(
          "of", "a goal has a bound; write either at_most: or at_least: and its value");
    }
    if (figure.best() == (most ? Figure.Best.HIGH : Figure.Best.LOW)) {
      throw part.mistake(
          "of",
          "%s is better the %s it is; write %s:"
              .formatted(figure.key(), most ? "higher" : "lower", most ? LEAST : MOST));
    }
    double bound = part.number(most ? MOST : LEAST, 0, 0, LARGEST);
    boolean best = part.one("by", "each", List.of("each", "best")).equals("best");
    List<String> servers = part.texts("servers", List.of());
    Set<String> labels = plan.cases().getFirst().keySet();
    Map<String, List<String>> where = part.rest();
    for (String label : where.keySet()) {
      if (!labels.contains(label)) {
        throw part.mistake(label, "cases have no " + label + "; they have " + labels);
      }
    }
    return new Goal(figure, bound, most, best, servers, where);
  }

  /** A sentence for each case with a missed or unknown goal; none elsewhere. */
  List<String> shortcomings(Cell cell, String baseline) {
    if (!where.entrySet().stream()
        .allMatch(label -> label.getValue().contains(cell.labels().get(label.getKey())))) {
      return List.of();
    }
    List<Row> judged =
        cell.rows().stream()
            .filter(row -> !row.again() && isConcerned(row, baseline))
            .filter(row -> row.value(of.key()) != null)
            .toList();
    boolean open = cell.rows().stream().anyMatch(Row::isRefused);
    if (open || !isDecided(judged, cell)) {
      return List.of("cannot be told whether %s is %s".formatted(of.heading(), asked()));
    }
    if (judged.isEmpty() && !servers.isEmpty()) {
      return List.of(
          "cannot be told whether %s is %s: none of %s was measured"
              .formatted(of.heading(), asked(), servers));
    }
    List<String> contradicted =
        judged.stream().filter(row -> cell.isContradicted(row, of.key())).map(Row::server).toList();
    if (!contradicted.isEmpty()) {
      return List.of(
          "cannot be told whether %s is %s: a record before contradicts it of %s"
              .formatted(of.heading(), asked(), contradicted));
    }
    Stream<Row> missing = judged.stream().filter(row -> !isReached(row));
    if (best) {
      Comparator<Row> order = Comparator.comparing(row -> row.value(of.key()));
      missing =
          judged.stream().anyMatch(this::isReached)
              ? Stream.of()
              : judged.stream().min(isMost ? order : order.reversed()).stream();
    }
    return missing.map(this::sentence).toList();
  }

  private boolean isConcerned(Row row, String baseline) {
    return servers.isEmpty()
        ? !row.isBaseline() && !row.server().equals(baseline)
        : servers.contains(row.server());
  }

  /** Whether enough rows tell: all, or a reached one where the best is enough. */
  private boolean isDecided(List<Row> judged, Cell cell) {
    List<Row> told = judged.stream().filter(row -> !cell.isUntold(row, of.key())).toList();
    return told.size() == judged.size() || (best && told.stream().anyMatch(this::isReached));
  }

  private boolean isReached(Row row) {
    Index index = row.indices().get(of.key());
    double value = index == null ? row.value(of.key()) : isMost ? index.high() : index.low();
    return isMost ? value <= bound : value >= bound;
  }

  /** Whether a part of the interval is good enough. */
  private boolean isOpen(Index index) {
    return index != null && (isMost ? index.low() <= bound : index.high() >= bound);
  }

  private String sentence(Row row) {
    Index index = row.indices().get(of.key());
    return "%s: %s of %s%s is %s, and is to be %s"
        .formatted(
            isOpen(index) ? "whether it reaches its goal cannot be told" : "missed its goal",
            of.heading(),
            row.server(),
            best ? ", the best," : "",
            index == null ? of.text(row.value(of.key())) : index,
            asked());
  }

  private String asked() {
    return "%s %s".formatted(isMost ? "at most" : "at least", of.text(bound));
  }
}
