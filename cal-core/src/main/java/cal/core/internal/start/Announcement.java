package cal.core.internal.start;

import cal.core.internal.record.Captures;
import cal.core.internal.region.PolicyChoice;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.support.TestedJdk;
import cal.core.spi.SynchronizationPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The line with the choices of a start. Stateless. */
final class Announcement {
  /** For a stage with no thread between two steps of an activity. */
  static final String LEAVES = ", no thread while it awaits input";

  private Announcement() {}

  /**
   * The line.
   *
   * @param models chosen by stage
   * @param takesThreads whether a stage's activities have no thread between two steps
   * @param policies chosen by the class names of aspects of regions
   * @param remarks of schedulers
   */
  static String of(
      Captures captures,
      Map<String, ModelChoice> models,
      Predicate<String> takesThreads,
      Map<String, PolicyChoice> policies,
      List<String> remarks) {
    List<String> stages = new ArrayList<>();
    for (String binding : captures.bindings()) {
      String stage = AspectNames.stage(binding);
      int points = captures.of(binding).size();
      String count = points + (points == 1 ? " join point" : " join points");
      String leaves = takesThreads.test(stage) ? LEAVES : "";
      stages.add(describe(stage, models.get(stage), count + leaves));
    }
    captures
        .adopted()
        .forEach(
            (adopting, scope) -> {
              String stage = AspectNames.stage(adopting);
              stages.add(describe(stage, models.get(stage), "adopted " + scope));
            });
    String line = String.join(" ", stages) + describeRegions(captures, policies);
    return Stream.of(
            Stream.of(line),
            unchosen(models).stream(),
            remarks.stream(),
            TestedJdk.remark(Runtime.version()).stream())
        .flatMap(clauses -> clauses)
        .collect(Collectors.joining("; "));
  }

  private static Optional<String> unchosen(Map<String, ModelChoice> models) {
    return models.values().stream()
        .filter(choice -> choice.origin().equals(Configuration.DEFAULT))
        .findFirst()
        .map(choice -> "nobody chose " + choice.model() + ", set cal.model to choose");
  }

  private static String describe(String stage, ModelChoice choice, String what) {
    return stage + "=" + choice.model() + " (" + choice.origin() + ", " + what + ")";
  }

  /** The number of regions, with policies other than monitors. */
  private static String describeRegions(Captures captures, Map<String, PolicyChoice> policies) {
    int regions = captures.regions().values().stream().mapToInt(List::size).sum();
    if (regions == 0) {
      return "";
    }
    List<PolicyChoice> others =
        captures.regions().keySet().stream()
            .map(policies::get)
            .filter(choice -> !choice.policy().equals(SynchronizationPolicy.MONITOR))
            .toList();
    String count = ", " + regions + (regions == 1 ? " critical region" : " critical regions");
    if (others.isEmpty()) {
      return count;
    }
    PolicyChoice one = others.getFirst();
    boolean all =
        others.size() == captures.regions().size()
            && others.stream().allMatch(o -> o.describe().equals(one.describe()));
    return count
        + (all
            ? " under " + one.describe()
            : others.stream()
                .map(other -> other.regions() + " under " + other.describe())
                .collect(Collectors.joining(", ", ", ", "")));
  }
}
