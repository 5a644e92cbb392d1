package cal.bench.experiment;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An experiment at one scale: all that is known before it is measured. Immutable as far as its plan
 * is.
 *
 * @param experiment what its file says
 * @param scale how long
 * @param plan what is measured
 * @param charts what is drawn
 * @param goals what is to be reached
 */
public record Study(
    Experiment experiment, Scale scale, Plan plan, List<Chart> charts, List<Goal> goals) {
  /** How long all of it takes, about. */
  public Duration estimate() {
    return plan.cases().stream().map(plan::estimate).reduce(Duration.ZERO, Duration::plus);
  }

  /** The title of a figure, which says what the baseline is where all cases have the same. */
  String title(Figure figure) {
    return plan.baseline() == null
        ? figure.title()
        : figure.title().replace("the baseline", plan.baseline());
  }

  /** The goals that a case misses, and those of which nobody can tell, in sentences. */
  List<String> shortcomings(Cell cell) {
    return goals.stream()
        .flatMap(goal -> goal.shortcomings(cell, plan.baseline()).stream())
        .toList();
  }

  /** The labels of a case without those that are the same in all cases. */
  Map<String, String> telling(Map<String, String> labels) {
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
