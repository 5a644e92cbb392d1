package cal.bench.experiment;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An experiment at a scale: all that is known before the measurement. Immutable like its plan.
 *
 * @param experiment the content of the file
 * @param scale of the measurement
 * @param plan of the measurement
 * @param charts to draw
 * @param goals to reach
 */
public record Study(
    Experiment experiment, Scale scale, Plan plan, List<Chart> charts, List<Goal> goals) {
  /** The approximate time of all cases. */
  public Duration estimate() {
    return plan.cases().stream().map(plan::estimate).reduce(Duration.ZERO, Duration::plus);
  }

  /** The title of a figure, with the baseline where all cases have the same. */
  public String title(Figure figure) {
    return plan.baseline() == null
        ? figure.title()
        : figure.title().replace("the baseline", plan.baseline());
  }

  /** The missed and the unknown goals of a case, in sentences. */
  public List<String> shortcomings(Cell cell) {
    return goals.stream()
        .flatMap(goal -> goal.shortcomings(cell, plan.baseline()).stream())
        .toList();
  }

  /** The labels of a case without labels common to all cases. */
  public Map<String, String> telling(Map<String, String> labels) {
    Map<String, String> telling = new LinkedHashMap<>(labels);
    telling
        .entrySet()
        .removeIf(
            label ->
                plan.cases().stream()
                    .allMatch(other -> label.getValue().equals(other.get(label.getKey()))));
    return telling;
  }
}
