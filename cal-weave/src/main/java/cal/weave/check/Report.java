package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured;
import cal.weave.calls.Captured.Role;
import cal.weave.calls.Spawns;
import cal.weave.code.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The outcome of a check.
 *
 * @param findings ordered by rule and place
 * @param classes how many classes were read
 * @param reached how many methods activities run
 * @param unseen the blind spots there
 */
record Report(Set<Finding> findings, int classes, int reached, BlindSpots unseen) {

  /** Checks a program by all rules. */
  static Report of(Program program, Captured captured) {
    CallGraph graph = new CallGraph(program, captured);
    CallContexts contexts =
        CallContexts.from(graph, graph.procedures(Role.SPAWN, Role.BUSY, Role.HAND_OFF));
    Spawns spawns = new Spawns(graph);
    Set<Finding> findings = new TreeSet<>(ActivityRules.check(graph, spawns));
    findings.addAll(CallerRules.check(spawns));
    findings.addAll(SynchronizationRules.check(graph, contexts));
    Confinement confinement = new Confinement(graph, spawns, contexts);
    findings.addAll(SharedFields.check(graph, contexts, confinement));
    findings.addAll(SharedCollections.check(graph, contexts, confinement));
    findings.addAll(RegionRules.check(graph));
    findings.addAll(AwaitedInputRules.check(graph, captured.awaiting()));
    findings.addAll(TravelRules.check(program, captured));
    return new Report(
        findings, program.size(), contexts.procedures().size(), BlindSpots.in(graph, contexts));
  }

  /** A line a finding, a blank line between rules, and the scope of the check. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    Rule last = null;
    for (Finding finding : findings) {
      if (last != null && last != finding.rule()) {
        lines.add("");
      }
      last = finding.rule();
      lines.add(finding.toString());
    }
    if (last != null) {
      lines.add("");
    }
    lines.add(
        "findings: %d, in %d methods that activities run, of %d classes"
            .formatted(findings.size(), reached, classes));
    lines.add("not seen: " + unseen);
    return lines;
  }
}
