package cal.weave.record;

import cal.weave.support.MethodPattern;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

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

  /** The same of methods that only read. */
  public static final String SHARED_REGION = "criticalSharedRegion";

  /** The same, guarded by the class. */
  public static final String CLASS_REGION = "criticalClassRegion";

  private static final List<String> REGIONS = List.of(REGION, SHARED_REGION, CLASS_REGION);

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
  public static final String BUSY = "busy";
  public static final String PRIORITY = "priority";
  public static final String CONTEXT = "context";
  public static final String GUARD = "guard";
  public static final String KEY = "key";
  public static final String LOOP = "loop";
  public static final String STEP = "step";
  public static final String MONITORS = "monitors";

  /** Between two patterns of {@link #MONITORS}. */
  public static final String AND = ",";

  /** The keys of members, each a constant of an aspect made by a build. */
  static final List<String> MEMBERS =
      List.of(AWAITS, BUFFER, LISTENS, BUSY, PRIORITY, CONTEXT, GUARD, KEY, LOOP, STEP, MONITORS);

  /** The constant of an aspect made by a build with its place in the file. */
  public static final String PLACE = "CAL_YAML";

  /** As {@link #BUFFER}: each step reads all arrived input, or asks the socket itself for more. */
  public static final String NONE = "none";

  /** Whether the aspect is of critical regions. */
  public boolean isRegions() {
    return pointcuts.keySet().stream().anyMatch(REGIONS::contains) || hasMonitors();
  }

  /**
   * The binding of guards at executions: an argument, where the regions have a key, or else {@code
   * this}.
   */
  public String guards() {
    return members.containsKey(KEY)
        ? "args(" + "*, ".repeat(Integer.parseInt(members.get(KEY)) - 1) + "guard, ..)"
        : "this(guard)";
  }

  /** Whether the regions are the monitors of classes, to be turned before the weaving. */
  public boolean hasMonitors() {
    return members.containsKey(MONITORS);
  }

  /** The entry of the file: {@code stages.store}. */
  public String entry() {
    return place.substring(place.lastIndexOf(' ') + 1);
  }

  /** The signatures of the regions. */
  List<MethodPattern> signatures() {
    return pointcuts.keySet().stream().flatMap(name -> signatures(name).stream()).toList();
  }

  /** The signatures of a pointcut of regions; none where there is no such pointcut. */
  public List<MethodPattern> signatures(String pointcut) {
    return Stream.of(pointcuts.getOrDefault(pointcut, "").split(" \\|\\| "))
        .map(text -> text.replaceFirst("^execution\\((.*)\\)$", "$1"))
        .flatMap(text -> MethodPattern.imported(text).stream())
        .toList();
  }

  /** Whether the steps of the stage are those of a loop, to be cut before the weaving. */
  public boolean cutsLoop() {
    return members.containsKey(LOOP);
  }

  /** Whether an awaited socket, or its buffer, is named as a variable of a loop; not for null. */
  static boolean isVariable(String member) {
    return member != null && member.indexOf('.') < 0 && !member.equals(NONE);
  }

  /** The same aspect in no package: only a class there can name one that is in none. */
  public DeclaredAspect unpacked() {
    String simple = name.substring(PACKAGE.length());
    return new DeclaredAspect(simple, place, pointcuts, blocks, members);
  }

  /** The constant of a key in an aspect made by a build. */
  public static String constant(String key) {
    return key.toUpperCase(Locale.ROOT);
  }
}
