package cal.weave.record;

import cal.weave.support.AspectNames;
import java.util.Map;

/**
 * A binding, or an aspect of critical regions, declared by a file instead of a class file.
 * Immutable.
 *
 * @param name the class to be generated
 * @param place its place, in the user's words: {@code cal.yaml: stages.connection}
 * @param pointcuts the library's, by name
 * @param blocks whether the calls of the stage block
 * @param awaits the input with which the next step begins; null without a declaration
 * @param listens the member for clients that only listen; null without a declaration
 */
public record DeclaredAspect(
    String name,
    String place,
    Map<String, String> pointcuts,
    boolean blocks,
    AwaitedInput awaits,
    String listens) {
  /** The constant of an aspect made of a file by a build. */
  public static final String LISTENS = "LISTENS";

  /** The package of aspects made of such a file, with a dot. */
  public static final String PACKAGE = "cal.binding.";

  /** The library's pointcut of mutually exclusive executions. */
  public static final String REGION = "criticalRegion";

  /** Whether the aspect is of critical regions. */
  public boolean isRegions() {
    return pointcuts.containsKey(REGION);
  }

  /** The place of an aspect made of a file by a build; empty for other aspects. */
  static String placeOf(String aspect, boolean regions) {
    if (!aspect.startsWith(PACKAGE)) {
      return "";
    }
    return regions
        ? "cal.yaml: regions." + AspectNames.regions(aspect)
        : "cal.yaml: stages." + AspectNames.stage(aspect);
  }
}
