package cal.weave.effect;

import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.lang.classfile.instruction.InvokeInstruction;

/**
 * Methods of the JDK that write nothing but their result, or exclude threads by themselves.
 * Immutable once made.
 */
final class KnownReaders {
  /** Without memory of their own, or with one that never changes; each call ends. */
  private static final String VALUES =
      "java/lang/(Boolean|Byte|Character|Class|Double|Enum|Float|Integer|Long|Math|Number"
          + "|Record|Short|StrictMath|String|StringBuilder|\\w*(Exception|Error))"
          + "|java/util/(Objects|Optional\\w*)"
          + "|java/util/\\w*Exception";

  /** Whole types that are safe for threads, or work on what is given. */
  private static final String SAFE =
      "java/(time|math)/.*|java/util/(stream|concurrent)/.*|java/util/(Locale|UUID|Comparator)"
          + "|java/util/function/.*|java/lang/(System\\$Logger|Iterable|Comparable|CharSequence)"
          + "|java/io/PrintStream|java/util/logging/Logger";

  private static final String COLLECTIONS =
      "java/util/\\w*(Map(\\$Entry)?|Set|List|Collection|Deque|Queue|Iterator|Vector|Stack)";

  private static final String READS =
      "get\\w*|size|isEmpty|contains\\w*|iterator|listIterator|hasNext|next|hasPrevious|previous"
          + "|entrySet|keySet|values|first\\w*|last\\w*|floor\\w*|ceiling\\w*|higher\\w*|lower\\w*"
          + "|head\\w*|tail\\w*|sub\\w*|peek\\w*|element|indexOf|lastIndexOf|toArray|forEach|stream"
          + "|cardinality|nextSetBit|nextClearBit|previousSetBit|length|descending\\w*|reversed"
          + "|of|copyOf|entry|equals|hashCode|toString|clone|spliterator|comparator";

  private static final String FUNCTIONS =
      "java/util/Arrays\\.(copyOf\\w*|asList|equals|hashCode|toString|stream|binarySearch)"
          + "|java/util/Collections\\.(unmodifiable\\w*|empty\\w*|max|min|nCopies|frequency)"
          + "|java/util/BitSet\\.("
          + READS
          + ")"
          + "|java/lang/System\\.(nanoTime|currentTimeMillis|identityHashCode|getLogger)"
          + "|java/lang/Thread\\.currentThread";

  /** A look at such a map writes: in the order of access, or what the collector has found. */
  private final boolean looksWrite;

  KnownReaders(Program program) {
    looksWrite = program.procedures().stream().anyMatch(KnownReaders::makesSuchMap);
  }

  private static boolean makesSuchMap(Procedure procedure) {
    for (int i = 0; i < procedure.body().size(); i++) {
      if (procedure.body().at(i) instanceof InvokeInstruction call
          && call.name().equalsString("<init>")
          && ((call.owner().asInternalName().equals("java/util/LinkedHashMap")
                  && call.type().equalsString("(IFZ)V"))
              || call.owner().asInternalName().equals("java/util/WeakHashMap"))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call outside the given classes is known to have no effect that others see.
   *
   * @param hasty whether the call has to end whatever it finds, too
   */
  boolean isReader(CallSite site, boolean hasty) {
    String owner = site.callee().owner();
    String name = site.callee().name();
    return site.caller().program().supertypes(owner).stream()
        .anyMatch(type -> isReader(type, name, site, hasty));
  }

  private boolean isReader(String type, String name, CallSite site, boolean hasty) {
    if (type.equals("java/lang/Object")) {
      return name.matches("<init>|equals|hashCode|toString|getClass");
    }
    boolean appends = type.equals("java/lang/StringBuilder") && !site.isConstructor();
    if (type.matches(VALUES) && !appends) {
      return true;
    }
    boolean onNew = site.receiver() != null && Fresh.is(site.caller(), site.receiver());
    if (appends || type.startsWith("[")) {
      return onNew || name.equals("clone");
    }
    if (hasty) {
      return false;
    }
    return (onNew && type.startsWith("java/"))
        || type.matches(SAFE)
        || (type + "." + name).matches(FUNCTIONS)
        || (type.matches(COLLECTIONS) && name.matches(READS) && !(looksWrite && looks(type, name)));
  }

  private static boolean looks(String type, String name) {
    return name.startsWith("get") && type.endsWith("Map");
  }
}
