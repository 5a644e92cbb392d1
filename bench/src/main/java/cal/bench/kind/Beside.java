package cal.bench.kind;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.SlotFigures;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The time of an answer of a server that follows the load, beside the best and the worst of those
 * that do not. Immutable.
 *
 * @param models those that do not, the baseline first, and then it again
 */
record Beside(List<Contestant> models) {
  private static final String BEST = "time_beside_best";
  private static final String WORST = "time_beside_worst";

  static final List<Figure> FIGURES =
      Figure.table(
          """
          time_beside_best  | beside best  | time of an answer, that of the best model = 100         | 1 | none
          time_beside_worst | beside worst | time of an answer, that of the worst model = 100        | 1 | none
          """);

  /** A row with these indices; in the second one of the baseline they are beside the baseline. */
  Row row(Row row, Contestant contestant) {
    Map<String, Index> indices = new LinkedHashMap<>(row.indices());
    if (row.again()) {
      put(indices, BEST, contestant, models.getFirst());
      put(indices, WORST, contestant, models.getFirst());
    } else if (!models.contains(contestant)) {
      Comparator<Contestant> order = Comparator.comparingDouble(Beside::time);
      List<Contestant> answering =
          models.stream().filter(one -> Double.isFinite(time(one))).toList();
      answering.stream().min(order).ifPresent(best -> put(indices, BEST, contestant, best));
      answering.stream().max(order).ifPresent(worst -> put(indices, WORST, contestant, worst));
    }
    return new Row(row.server(), row.again(), row.figures(), indices, row.errors());
  }

  private static double time(Contestant contestant) {
    return Index.mean(SlotFigures.times(contestant.slots()));
  }

  private static void put(
      Map<String, Index> indices, String key, Contestant contestant, Contestant other) {
    Index index = Index.of(SlotFigures.times(contestant.slots()), SlotFigures.times(other.slots()));
    if (index != null) {
      indices.put(key, index);
    }
  }
}
