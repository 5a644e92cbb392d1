package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The results of a server, or another thing compared, in a case. Immutable; a missing figure was
 * not or could not be measured.
 *
 * @param server the name, of a line in the charts
 * @param again whether the row is the baseline's second, a measure of the noise
 * @param figures by key, in the units of their {@link Figure}
 * @param indices costs beside the baseline's, by key
 * @param spreads the greatest distances of JVMs from a figure, by key, in its unit
 * @param errors the number of each kind
 * @param doubtful keys of doubtful figures and indices; a warning of the case has the reason
 */
public record Row(
    @JsonProperty("server") String server,
    @JsonProperty("again") boolean again,
    @JsonProperty("figures") Map<String, Double> figures,
    @JsonProperty("indices") Map<String, Index> indices,
    @JsonProperty("spreads") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        Map<String, Double> spreads,
    @JsonProperty("errors") Map<String, Long> errors,
    @JsonProperty("doubtful") @JsonInclude(JsonInclude.Include.NON_EMPTY) Set<String> doubtful) {

  /** In {@link #doubtful}: all of the row, which is refused. */
  private static final String ALL = "all";

  /** Copies the maps, in their order; figures and spreads without a number are left out. */
  public Row {
    figures = numbers(figures);
    indices = indices == null ? Map.of() : new LinkedHashMap<>(indices);
    spreads = spreads == null ? Map.of() : numbers(spreads);
    errors = errors == null ? Map.of() : new LinkedHashMap<>(errors);
    doubtful = doubtful == null ? Set.of() : new TreeSet<>(doubtful);
  }

  private static Map<String, Double> numbers(Map<String, Double> values) {
    Map<String, Double> numbers = new LinkedHashMap<>(values);
    numbers.values().removeIf(value -> value == null || !Double.isFinite(value));
    return numbers;
  }

  /** A row without doubtful figures. */
  public Row(
      String server,
      boolean again,
      Map<String, Double> figures,
      Map<String, Index> indices,
      Map<String, Long> errors) {
    this(server, again, figures, indices, Map.of(), errors, Set.of());
  }

  /** A row of figures alone. */
  public Row(String server, Map<String, Double> figures) {
    this(server, false, figures, Map.of(), Map.of());
  }

  /** The same with doubtful figures and indices, by key. */
  public Row with(Set<String> keys) {
    return new Row(server, again, figures, indices, spreads, errors, keys);
  }

  /**
   * The same with the distances of JVMs from the figures: all JVMs' figures, by key. A figure
   * infinite in some JVM, such as the latency of no answer, has no such distance.
   */
  public Row ofJvms(List<Map<String, Double>> seen) {
    Map<String, Double> farthest = new LinkedHashMap<>();
    figures.forEach(
        (key, figure) ->
            seen.stream()
                .filter(jvm -> jvm.containsKey(key))
                .map(jvm -> Math.abs(jvm.get(key) - figure))
                .max(Double::compare)
                .ifPresent(spread -> farthest.put(key, spread)));
    return new Row(server, again, figures, indices, farthest, errors, doubtful);
  }

  /** The same beside nobody: without indices. */
  public Row apart() {
    return new Row(server, again, figures, Map.of(), spreads, errors, doubtful);
  }

  /** The same refused: without indices, and nobody is the best beside. */
  public Row refused() {
    return apart().with(Set.of(ALL));
  }

  @JsonIgnore
  public boolean isRefused() {
    return doubtful.contains(ALL);
  }

  /** The same with another figure. */
  public Row with(String key, double figure) {
    Map<String, Double> more = new LinkedHashMap<>(figures);
    more.put(key, figure);
    return new Row(server, again, more, indices, spreads, errors, doubtful);
  }

  /** A figure, or the mean of an index; null if there is none. */
  public Double value(String key) {
    Index index = indices.get(key);
    return index == null ? figures.get(key) : Double.valueOf(index.value());
  }

  /** Half the interval of an index, or the spread of a figure; 0 where there is none. */
  public double halfInterval(String key) {
    Index index = indices.get(key);
    return index == null ? spreads.getOrDefault(key, 0.0) : (index.high() - index.low()) / 2;
  }

  /** Whether anything tells how sure a figure or an index is. */
  public boolean hasInterval(String key) {
    return indices.containsKey(key) || spreads.containsKey(key);
  }

  /** Whether others are compared with this row. */
  @JsonIgnore
  public boolean isBaseline() {
    return indices.containsValue(Index.BASE);
  }
}
