package cal.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The content of a picture: a line a server, or, with x as {@code server}, a bar. Immutable.
 *
 * @param x a numeric label of the cases, or {@code server}
 * @param y a figure or index
 * @param logX whether x is logarithmic
 * @param logY whether y is
 */
public record Chart(String x, Figure y, boolean logX, boolean logY) {
  /** The x of bars. */
  public static final String SERVER = "server";

  private static final List<String> LOGARITHMIC = List.of("none", "x", "y", "xy");

  static Chart of(Parameters part, Plan plan) {
    List<String> labels = new ArrayList<>(plan.cases().getFirst().keySet());
    labels.add(SERVER);
    String x = part.one("x", null, labels);
    List<String> keys = plan.figures().stream().map(Figure::key).toList();
    Figure y = plan.figures().get(keys.indexOf(part.one("y", null, keys)));
    String log = part.one("log", "none", LOGARITHMIC);
    part.requireAllAsked(Set.of());
    if (x.equals(SERVER) && log.contains("y")) {
      throw part.mistake("log", "bars begin at 0, so y cannot be logarithmic; leave log out");
    }
    if (!x.equals(SERVER)
        && !plan.cases().stream().allMatch(labelled -> isNumber(labelled.get(x)))) {
      throw part.mistake("x", "x=" + x + " has values that are no numbers; write x: server");
    }
    return new Chart(x, y, log.contains("x"), log.contains("y"));
  }

  private static boolean isNumber(String text) {
    return text.matches("-?\\d+(\\.\\d+)?");
  }

  public boolean isOfBars() {
    return x.equals(SERVER);
  }
}
