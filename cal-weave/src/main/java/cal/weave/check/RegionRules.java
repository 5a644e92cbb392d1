package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import java.util.Set;
import java.util.TreeSet;

/** Rule 4, CAL's own: nobody waits for another stage inside a critical region. */
final class RegionRules {
  private RegionRules() {}

  static Set<Finding> check(CallGraph graph) {
    Set<Finding> findings = new TreeSet<>();
    for (Procedure procedure :
        CallContexts.from(graph, graph.procedures(Role.REGION)).procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        procedure.calls().stream()
            .filter(site -> graph.is(Role.HAND_OFF, site))
            .forEach(site -> findings.add(Finding.at(Rule.HAND_OFF_IN_REGION, site)));
      }
    }
    return findings;
  }
}
