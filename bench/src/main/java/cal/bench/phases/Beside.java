package cal.bench.phases;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Median;
import cal.bench.experiment.Row;
import cal.bench.server.NamedServer;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Slot;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The time of an answer beside that of the baseline, and of a server that follows the load beside
 * the best and the worst of those that do not. Immutable.
 *
 * @param models those that do not, the baseline first, and then it again
 */
record Beside(List<Contestant> models) {
  static final String TIME = "time_index";
  static final String BEST = "time_beside_best";
  static final String WORST = "time_beside_worst";

  static final List<Figure> FIGURES =
      Figure.table(
          """
          time_index        | time index   | time of an answer, the baseline = 100                   | 1 | low
          time_beside_best  | beside best  | time of an answer, that of the best model = 100         | 1 | none
          time_beside_worst | beside worst | time of an answer, that of the worst model = 100        | 1 | none
          """);

  /** A row with these indices. */
  Row row(Row row, Contestant contestant, NamedServer server) {
    Map<String, Index> indices = new LinkedHashMap<>(row.indices());
    Contestant baseline = models.getFirst();
    if (contestant == baseline) {
      indices.put(TIME, Index.BASE);
    } else {
      put(indices, TIME, contestant, baseline);
    }
    if (row.again()) {
      put(indices, BEST, contestant, baseline);
      put(indices, WORST, contestant, baseline);
    }
    if (server.isAdaptive()) {
      Comparator<Contestant> order = Comparator.comparingDouble(one -> Index.mean(times(one)));
      List<Contestant> answering =
          models.stream().filter(one -> Double.isFinite(Index.mean(times(one)))).toList();
      answering.stream().min(order).ifPresent(best -> put(indices, BEST, contestant, best));
      answering.stream().max(order).ifPresent(worst -> put(indices, WORST, contestant, worst));
    }
    return new Row(row.server(), row.again(), row.figures(), indices, row.errors());
  }

  private static void put(
      Map<String, Index> indices, String key, Contestant contestant, Contestant other) {
    Index index = Index.of(times(contestant), times(other));
    if (index != null) {
      indices.put(key, index);
    }
  }

  /** In each JVM the median of its slots; infinite in one without an answer. */
  private static List<Double> times(Contestant contestant) {
    return contestant.slots().stream()
        .collect(Collectors.groupingBy(Slot::jvm, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(jvm -> Median.of(jvm, slot -> 1 / slot.rate()))
        .toList();
  }
}
