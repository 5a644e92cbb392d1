package cal.bench.tournament;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cases of an experiment. Stateless. */
public final class Cases {
  private Cases() {}

  /** Every combination of the values of some labels, the last label changing first. */
  @SafeVarargs
  public static List<Map<String, String>> of(Map.Entry<String, ? extends List<?>>... labels) {
    List<Map<String, String>> cases = List.of(Map.of());
    for (Map.Entry<String, ? extends List<?>> label : labels) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> begun : cases) {
        for (Object value : label.getValue()) {
          Map<String, String> one = new LinkedHashMap<>(begun);
          one.put(label.getKey(), value.toString());
          longer.add(one);
        }
      }
      cases = longer;
    }
    return cases;
  }
}
