package cal.weave.check;

import cal.weave.calls.Spawns;
import cal.weave.code.CallSite;
import cal.weave.code.Ingredients;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;

/** Rule 2: data flows in when an activity starts; afterwards the caller leaves the data alone. */
final class CallerRules {
  private final Set<Finding> findings = new TreeSet<>();

  private CallerRules() {}

  static Set<Finding> check(Spawns spawns) {
    CallerRules rules = new CallerRules();
    for (CallSite site : spawns.passedOn()) {
      rules.check(site);
    }
    return rules.findings;
  }

  private void check(CallSite spawn) {
    Procedure caller = spawn.caller();
    for (Origin used : Ingredients.of(spawn)) {
      BitSet remade = new BitSet();
      if (used.madeAt() >= 0) {
        remade.set(used.madeAt());
      }
      BitSet after = caller.body().after(spawn.at(), remade);
      for (CallSite site : caller.calls()) {
        if (after.get(site.at()) && closes(site, used)) {
          findings.add(about(Rule.CLOSED_BY_CALLER, caller, site.at(), spawn));
        }
      }
      for (int at = after.nextSetBit(0); at >= 0 && at < caller.body().size(); ) {
        if (sets(caller, at, used)) {
          findings.add(about(Rule.CHANGED_BY_CALLER, caller, at, spawn));
        }
        at = after.nextSetBit(at + 1);
      }
    }
  }

  private static Finding about(Rule rule, Procedure caller, int at, CallSite spawn) {
    return Finding.at(rule, caller, at, spawn.callee().toString());
  }

  /** {@code used.close()}, or {@code closeQuietly(used)} of whatever class. */
  private static boolean closes(CallSite site, Origin used) {
    String name = site.callee().name();
    return site.isStatic()
        ? name.startsWith("close") && site.arguments().stream().anyMatch(a -> a.contains(used))
        : name.equals("close") && site.receiver() != null && site.receiver().contains(used);
  }

  /** A field of a passed object; rule 3 is about the caller's own fields. */
  private static boolean sets(Procedure caller, int at, Origin used) {
    boolean own = !caller.isStatic() && used.equals(new Origin.Parameter(0));
    return !own
        && caller.body().at(at) instanceof FieldInstruction field
        && field.opcode() == Opcode.PUTFIELD
        && !caller.values().operands(at).isEmpty()
        && caller.values().operands(at).getFirst().contains(used);
  }
}
