package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Rule 4, CAL's own: nobody waits for another stage inside a critical region. */
final class RegionRules {
  private RegionRules() {}

  static Set<Finding> check(CallGraph graph) {
    Set<Finding> findings = new TreeSet<>();
    List<Procedure> roots = new ArrayList<>(graph.procedures(Role.REGION));
    for (Procedure procedure : graph.procedures(Role.MONITOR)) {
      for (CallSite site : procedure.calls()) {
        if (graph.isInBlock(site)) {
          add(site, graph, findings);
          roots.addAll(graph.isCaptured(site) ? Set.of() : graph.targets(site));
        }
      }
    }
    for (Procedure procedure : CallContexts.from(graph, roots).procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        procedure.calls().forEach(site -> add(site, graph, findings));
      }
    }
    return findings;
  }

  private static void add(CallSite site, CallGraph graph, Set<Finding> findings) {
    if (graph.is(Role.HAND_OFF, site)) {
      findings.add(Finding.at(Rule.HAND_OFF_IN_REGION, site));
    }
  }
}
