package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one server, or whatever is compared, has shown in a case. Immutable; what is missing was not
 * measured, or could not be.
 *
 * @param server its name, that of a line in the charts
 * @param again whether it is the baseline a second time, by which the noise is told
 * @param figures by key, in the units of their {@link Figure}
 * @param ratios to the baseline, by key
 * @param errors how often each kind was seen
 */
public record Row(
    @JsonProperty("server") String server,
    @JsonProperty("again") boolean again,
    @JsonProperty("figures") Map<String, Double> figures,
    @JsonProperty("ratios") Map<String, Ratio> ratios,
    @JsonProperty("errors") Map<String, Long> errors) {

  /** Copies the maps, in their order; figures that are no number are left out. */
  public Row {
    Map<String, Double> known = new LinkedHashMap<>();
    figures.forEach(
        (key, value) -> {
          if (value != null && Double.isFinite(value)) {
            known.put(key, value);
          }
        });
    figures = known;
    ratios = ratios == null ? Map.of() : new LinkedHashMap<>(ratios);
    errors = errors == null ? Map.of() : new LinkedHashMap<>(errors);
  }

  /**
   * A row of figures alone.
   *
   * @param server its name
   * @param figures by key
   */
  public Row(String server, Map<String, Double> figures) {
    this(server, false, figures, Map.of(), Map.of());
  }

  /**
   * A figure, or the median of a ratio.
   *
   * @param key of either
   * @return null if there is none
   */
  public Double value(String key) {
    Ratio ratio = ratios.get(key);
    return ratio == null ? figures.get(key) : Double.valueOf(ratio.median());
  }
}
