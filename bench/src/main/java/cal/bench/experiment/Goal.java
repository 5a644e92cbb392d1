package cal.bench.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The value that a figure or ratio is to reach, and the cases where. A ratio reaches it by its
 * interval ({@link Ratio#meets}); one that noise hides says nothing. Immutable.
 *
 * @param of which
 * @param least the least that is enough
 * @param best whether one server is enough, the best of a case; else each has to reach it
 * @param where labels of cases, each with the values that it may have; all cases if there are none
 */
public record Goal(Figure of, double least, boolean best, Map<String, List<String>> where) {
  private static final double MOST = 1e9;

  static Goal of(Parameters part, Plan plan) {
    List<String> keys = plan.figures().stream().map(Figure::key).toList();
    Figure figure = plan.figures().get(keys.indexOf(part.one("of", null, keys)));
    part.text("at_least"); // it has to be there
    double least = part.number("at_least", 0, 0, MOST);
    boolean best = part.one("by", "each", List.of("each", "best")).equals("best");
    Set<String> labels = plan.cases().getFirst().keySet();
    Map<String, List<String>> where = part.rest();
    for (String label : where.keySet()) {
      if (!labels.contains(label)) {
        throw part.mistake(label, "cases have no " + label + "; they have " + labels);
      }
    }
    return new Goal(figure, least, best, where);
  }

  /** Of a case where it is missed, or where nobody can tell, a sentence each; none elsewhere. */
  List<String> shortcomings(Cell cell, String baseline) {
    if (!where.entrySet().stream()
        .allMatch(label -> label.getValue().contains(cell.labels().get(label.getKey())))) {
      return List.of();
    }
    if (cell.isNoisy(of.key())) {
      return List.of("too noisy to say whether %s reaches %s".formatted(of.heading(), least));
    }
    if (cell.rows().stream().anyMatch(Row::isRefused)) {
      return List.of("too few clients to say whether %s reaches %s".formatted(of.heading(), least));
    }
    List<Row> judged =
        cell.rows().stream()
            .filter(row -> !row.again() && !row.server().equals(baseline))
            .filter(row -> row.value(of.key()) != null)
            .toList();
    Stream<Row> missing = judged.stream().filter(row -> !isReached(row));
    if (best) {
      missing =
          judged.stream().anyMatch(this::isReached)
              ? Stream.of()
              : judged.stream().max(Comparator.comparing(row -> row.value(of.key()))).stream();
    }
    String subject = best ? ", the best," : "";
    return missing
        .map(
            row ->
                "missed its goal: %s of %s%s is %s, not %s"
                    .formatted(of.heading(), row.server(), subject, shown(row), least))
        .toList();
  }

  private boolean isReached(Row row) {
    Ratio ratio = row.ratios().get(of.key());
    return ratio == null ? row.value(of.key()) >= least : ratio.meets(least);
  }

  private String shown(Row row) {
    Ratio ratio = row.ratios().get(of.key());
    return ratio == null ? of.text(row.value(of.key())) : ratio.toString();
  }
}
