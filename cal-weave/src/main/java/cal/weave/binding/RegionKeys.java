package cal.weave.binding;

import cal.weave.record.DeclaredAspect;
import cal.weave.support.Nearest;
import java.util.List;
import java.util.Map;

/** The keys of regions that say which of their threads exclude each other. Stateless. */
final class RegionKeys {
  /** Signatures of methods that only read. */
  static final String READS = "reads";

  /** The guard of a region without another. */
  private static final String OBJECT = "object";

  private static final String CLASS = "class";

  private static final String METHODS = "methods";

  /** As many arguments from the left as aspects of the agent bind. */
  private static final int MOST = 4;

  private RegionKeys() {}

  /** The entry of regions, which may be signatures alone. */
  static Map<String, Object> read(String where, Object node, Nodes nodes) {
    if (!(node instanceof Map)) {
      return Map.of(METHODS, node);
    }
    List<String> keys =
        List.of(METHODS, READS, DeclaredAspect.GUARD, DeclaredAspect.KEY, DeclaredAspect.MONITORS);
    Map<String, Object> entry = nodes.map(where, node, keys);
    if (!entry.containsKey(DeclaredAspect.MONITORS)
        && !entry.containsKey(METHODS)
        && !entry.containsKey(READS)) {
      throw nodes.mistake(where + " guards nothing; write methods: with signatures, or monitors:");
    }
    if (entry.containsKey(DeclaredAspect.KEY) && entry.containsKey(DeclaredAspect.GUARD)) {
      throw nodes.mistake(where + ".key stands without guard:, since equal keys are the guard");
    }
    return entry;
  }

  /** Whether the guard is the class. */
  static boolean isOfClass(Map<String, Object> entry) {
    return CLASS.equals(entry.get(DeclaredAspect.GUARD));
  }

  /** Whether the guard is the object, which a static method has not. */
  static boolean isOfObject(Map<String, Object> entry) {
    return !entry.containsKey(DeclaredAspect.KEY)
        && OBJECT.equals(entry.getOrDefault(DeclaredAspect.GUARD, OBJECT));
  }

  /** The member that is the guard, or the argument that is the key; none for object and class. */
  static Map<String, String> members(String where, Map<String, Object> entry, Nodes nodes) {
    if (entry.containsKey(DeclaredAspect.KEY)) {
      return Map.of(DeclaredAspect.KEY, key(where, entry, nodes));
    }
    return isOfClass(entry) || isOfObject(entry)
        ? Map.of()
        : Map.of(DeclaredAspect.GUARD, guard(where, entry, nodes));
  }

  private static String key(String where, Map<String, Object> entry, Nodes nodes) {
    String key = nodes.text(where + ".key", entry.get(DeclaredAspect.KEY));
    if (!key.matches("[1-" + MOST + "]")) {
      throw nodes.mistake(
          where + ".key: '" + key + "' is no argument; write 1 to " + MOST + ", from the left");
    }
    return key;
  }

  private static String guard(String where, Map<String, Object> entry, Nodes nodes) {
    String guard = nodes.text(where + ".guard", entry.get(DeclaredAspect.GUARD));
    if (!guard.contains(".")) {
      throw nodes.mistake(
          where
              + ".guard has no "
              + guard
              + "; did you mean "
              + Nearest.to(guard, List.of(OBJECT, CLASS))
              + "? A field is written with its type, such as com.acme.Store.lock");
    }
    return MemberKeys.member(where + ".guard", guard, false, nodes);
  }
}
