package cal.weave.record;

import cal.weave.support.AspectNames;
import java.util.Map;

/**
 * A binding, or an aspect of critical regions, that a file declares and no class file. Immutable.
 *
 * @param name the class that is to be generated
 * @param place where it stands, in the user's words: {@code cal.yaml: stages.connection}
 * @param pointcuts the library's, by name
 * @param blocks whether the calls of the stage block
 * @param awaits the input with which the next step begins; null where nothing is said of it
 * @param listens the member that tells whether a client only listens; null where nothing does
 */
public record DeclaredAspect(
    String name,
    String place,
    Map<String, String> pointcuts,
    boolean blocks,
    AwaitedInput awaits,
    String listens) {
  /** The constant of an aspect that a build has made of a file. */
  public static final String LISTENS = "LISTENS";

  /** Where the aspects are that are made of such a file, with a dot. */
  public static final String PACKAGE = "cal.binding.";

  /** The library's pointcut of the executions that exclude each other. */
  public static final String REGION = "criticalRegion";

  /** Whether the aspect is one of critical regions. */
  public boolean isRegions() {
    return pointcuts.containsKey(REGION);
  }

  /** The place of an aspect that a build has made of a file; empty for any other. */
  static String placeOf(String aspect, boolean regions) {
    if (!aspect.startsWith(PACKAGE)) {
      return "";
    }
    return regions
        ? "cal.yaml: regions." + AspectNames.regions(aspect)
        : "cal.yaml: stages." + AspectNames.stage(aspect);
  }
}
