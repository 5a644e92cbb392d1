package cal.weave.record;

import cal.weave.loop.LoopCut;
import cal.weave.loop.Loops;
import cal.weave.monitor.MonitorRegions;
import cal.weave.support.AspectNames;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A binding, or an aspect of critical regions, declared by a file instead of a class file.
 * Immutable.
 *
 * @param name the class to be generated
 * @param place its place, in the user's words: {@code cal.yaml: stages.connection}
 * @param pointcuts the library's, by name
 * @param blocks whether the calls of the stage block
 * @param members members and types of the server, by their key, one of {@link #MEMBERS}
 */
public record DeclaredAspect(
    String name,
    String place,
    Map<String, String> pointcuts,
    boolean blocks,
    Map<String, String> members) {
  /** The package of aspects made of such a file, with a dot. */
  public static final String PACKAGE = "cal.binding.";

  /** The library's pointcut of mutually exclusive executions, guarded by their object. */
  public static final String REGION = "criticalRegion";

  /** The same, guarded by the class. */
  public static final String CLASS_REGION = "criticalClassRegion";

  /** The keys of captured calls, and the library's pointcuts. */
  public static final SortedMap<String, String> POINTCUTS =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Map.of(
                  "spawn", "captureOnInvocation",
                  "instantiate", "captureOnInstantiation",
                  "cancel", "cancelCall",
                  "hand-off", "captureHandOff")));

  public static final String AWAITS = "awaits";
  public static final String BUFFER = "buffer";
  public static final String LISTENS = "listens";
  public static final String CONTEXT = "context";
  public static final String GUARD = "guard";
  public static final String LOOP = "loop";
  public static final String STEP = "step";
  public static final String MONITORS = "monitors";

  /** Between two patterns of {@link #MONITORS}. */
  public static final String AND = ",";

  /** The keys of members, each a constant of an aspect made by a build. */
  static final List<String> MEMBERS = List.of(AWAITS, BUFFER, LISTENS, CONTEXT, GUARD);

  /** As {@link #BUFFER}: each step reads all arrived input, or asks the socket itself for more. */
  public static final String NONE = "none";

  /** Whether the aspect is of critical regions. */
  public boolean isRegions() {
    return pointcuts.containsKey(REGION) || pointcuts.containsKey(CLASS_REGION) || hasMonitors();
  }

  /** Whether the regions are the monitors of classes, to be turned before the weaving. */
  public boolean hasMonitors() {
    return members.containsKey(MONITORS);
  }

  /**
   * The monitors to turn into regions.
   *
   * @param policy of an aspect, by its class name
   * @param loader of the server's classes
   */
  public static MonitorRegions monitors(
      List<DeclaredAspect> all, UnaryOperator<String> policy, ClassLoader loader) {
    return new MonitorRegions(
        all.stream()
            .filter(DeclaredAspect::hasMonitors)
            .map(
                one ->
                    new MonitorRegions.Entry(
                        one.place,
                        one.name,
                        List.of(one.members.get(MONITORS).split(AND)),
                        policy.apply(one.name)))
            .toList(),
        loader);
  }

  /** Whether the steps of the stage are those of a loop, to be cut before the weaving. */
  public boolean cutsLoop() {
    return members.containsKey(LOOP);
  }

  /** The loops to cut, with the loader of the server's classes. */
  public static Loops loops(List<DeclaredAspect> all, ClassLoader loader) {
    return new Loops(
        all.stream()
            .filter(DeclaredAspect::cutsLoop)
            .map(one -> LoopCut.of(one.place, one.members.get(LOOP), one.members.get(STEP)))
            .toList(),
        loader);
  }

  /** The constant of a key in an aspect made by a build. */
  public static String constant(String key) {
    return key.toUpperCase(Locale.ROOT);
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
