package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.calls.Spawns;
import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.MethodLoops;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;

/** Rule 1: activities are procedures with a known end, and without a value for their caller. */
final class ActivityRules {
  private final CallGraph graph;
  private final Set<Finding> findings = new TreeSet<>();

  private ActivityRules(CallGraph graph) {
    this.graph = graph;
  }

  static Set<Finding> check(CallGraph graph, Spawns spawns) {
    ActivityRules rules = new ActivityRules(graph);
    for (Procedure procedure : CallContexts.from(graph, graph.activities()).procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        rules.checkLoops(procedure);
      }
    }
    graph.procedures(Role.SPAWN).forEach(rules::checkRecursion);
    for (CallSite site : spawns.sites()) {
      if (!Spawns.isResultUnused(site)) {
        rules.findings.add(Finding.at(Rule.USED_RESULT, site));
      }
    }
    return rules.findings;
  }

  private void checkLoops(Procedure procedure) {
    Body body = procedure.body();
    for (BitSet loop : new MethodLoops(body).outermost()) {
      int start = loop.nextSetBit(0);
      if (procedure.values().isReached(start) && !hasEnd(body, loop)) {
        findings.add(Finding.at(Rule.ENDLESS_LOOP, procedure, start, ""));
      }
    }
  }

  /** Whether a loop is left on the way to a return, or to code behind the loop. */
  private static boolean hasEnd(Body body, BitSet loop) {
    int last = loop.length() - 1;
    return loop.stream()
        .flatMap(i -> Arrays.stream(body.next(i)))
        .filter(following -> !loop.get(following))
        .anyMatch(exit -> exit > last || returns(body, exit, new BitSet()));
  }

  private void checkRecursion(Procedure procedure) {
    BitSet itself = new BitSet();
    for (CallSite site : procedure.calls()) {
      boolean same = site.isStatic() || site.isOnThis();
      if (same && procedure.equals(graph.program().resolve(site.callee()))) {
        itself.set(site.at());
      }
    }
    if (!itself.isEmpty() && !itself.get(0) && !returns(procedure.body(), 0, itself)) {
      findings.add(Finding.at(Rule.ENDLESS_RECURSION, procedure, itself.nextSetBit(0), ""));
    }
  }

  /** Whether a method can return from an instruction on, without the avoided ones. */
  private static boolean returns(Body body, int start, BitSet avoided) {
    BitSet after = body.after(start, avoided);
    after.set(start);
    return after.stream().anyMatch(i -> body.at(i) instanceof ReturnInstruction);
  }
}
