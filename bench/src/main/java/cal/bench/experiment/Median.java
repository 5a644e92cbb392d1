package cal.bench.experiment;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Medians. Stateless. */
public final class Median {
  private Median() {}

  /** Of values, one or more; of an even number, the mean of the middle two. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Of a figure over rounds, or other holders. */
  public static <R> double of(List<R> rounds, ToDoubleFunction<R> figure) {
    return of(rounds.stream().mapToDouble(figure).toArray());
  }

  /** Of each figure of some maps with the same keys, in their order. */
  public static Map<String, Double> ofEach(List<Map<String, Double>> all) {
    Map<String, Double> medians = new LinkedHashMap<>();
    for (String key : all.getFirst().keySet()) {
      medians.put(key, of(all, one -> one.get(key)));
    }
    return medians;
  }
}
