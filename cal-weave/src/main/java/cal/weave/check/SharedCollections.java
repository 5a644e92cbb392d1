package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Origin.FieldOf;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule 3, third part: collections of the JDK shared by activities are changed in critical regions.
 *
 * <p>Seen is a call of a changing method on a shared field. The collection is set to the field
 * somewhere in the given classes. Not found are collections of code outside alone, and collections
 * with locks of their own.
 */
final class SharedCollections {
  private static final String UNGUARDED =
      "java/util/(ArrayDeque|ArrayList|BitSet|EnumMap|HashMap|HashSet|IdentityHashMap"
          + "|LinkedHashMap|LinkedHashSet|LinkedList|PriorityQueue|TreeMap|TreeSet|WeakHashMap)";

  private static final String CHANGES =
      "add|add(All|First|Last)|and|andNot|clear|compute\\w*|flip|merge|offer\\w*|or|poll\\w*|pop"
          + "|push|put\\w*|remove\\w*|replace\\w*|retainAll|set|sort|xor";

  private final Confinement confinement;
  private final Map<String, Set<String>> made = new HashMap<>();

  private SharedCollections(Confinement confinement) {
    this.confinement = confinement;
  }

  static Set<Finding> check(CallGraph graph, CallContexts contexts, Confinement confinement) {
    SharedCollections collections = new SharedCollections(confinement);
    graph.program().procedures().forEach(collections::addMade);
    Set<Finding> findings = new TreeSet<>();
    for (Procedure procedure : contexts.procedures()) {
      if (!procedure.isInitializer()
          && !Unweaving.isPlumbing(procedure)
          && contexts.has(procedure, CallContexts.Context.OPEN)) {
        procedure.calls().forEach(site -> collections.check(site, findings));
      }
    }
    return findings;
  }

  /** Notes the collections of the JDK in fields set by a method. */
  private void addMade(Procedure procedure) {
    for (int i = 0; i < procedure.body().size(); i++) {
      if (procedure.body().at(i) instanceof FieldInstruction field
          && (field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC)
          && procedure.values().isReached(i)) {
        for (Origin origin : procedure.values().operands(i).getLast().origins()) {
          if (origin instanceof Origin.Made collection && collection.type().matches(UNGUARDED)) {
            String name = key(field.owner().asInternalName(), field.name().stringValue());
            made.computeIfAbsent(name, key -> new TreeSet<>()).add(collection.type());
          }
        }
      }
    }
  }

  private static String key(String owner, String field) {
    return owner + "." + field;
  }

  private void check(CallSite site, Set<Finding> findings) {
    if (site.receiver() == null
        || !site.callee().owner().startsWith("java/util/")
        || !site.callee().name().matches(CHANGES)
        || site.caller().body().isGuarded(site.at())) {
      return;
    }
    for (Origin origin : site.receiver().origins()) {
      if (origin instanceof FieldOf field
          && made.containsKey(key(field.owner(), field.name()))
          && confinement.isShared(site.caller(), field)) {
        String name = new MethodName(field.owner(), field.name(), "").toString();
        String type = made.get(key(field.owner(), field.name())).iterator().next();
        String collection = type.substring(type.lastIndexOf('/') + 1);
        findings.add(
            Finding.at(
                Rule.SHARED_COLLECTION,
                site.caller(),
                site.at(),
                collection + " " + name + " by " + site.callee().name()));
      }
    }
  }
}
