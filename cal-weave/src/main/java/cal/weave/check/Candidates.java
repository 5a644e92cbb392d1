package cal.weave.check;

import cal.weave.code.CallSite;
import cal.weave.code.MethodLoops;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Unweaving;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The next step of a server without a binding: calls in loops around waits for clients, as possible
 * activities, and loops to be cut before. Waiting is to accept, or to read and write both. Lambdas
 * are not looked into.
 */
final class Candidates {
  private static final List<ClassDesc> SPAWNED =
      List.of(ConstantDescs.CD_boolean, ConstantDescs.CD_void);

  private final Program program;
  private final NetworkUses uses;

  /** Each pattern of a call, and the places of the calls. */
  private final Map<String, String> calls = new LinkedHashMap<>();

  private final List<String> loops = new ArrayList<>();

  private Candidates(Program program) {
    this.program = program;
    this.uses = new NetworkUses(program);
  }

  static Candidates of(Program program) {
    Candidates candidates = new Candidates(program);
    for (Procedure procedure : program.procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        candidates.look(procedure);
      }
    }
    return candidates;
  }

  private void look(Procedure procedure) {
    for (BitSet loop : new MethodLoops(procedure.body()).outermost()) {
      Set<NetworkUses.Use> own = EnumSet.noneOf(NetworkUses.Use.class);
      for (CallSite site : procedure.calls()) {
        if (loop.get(site.at())) {
          own.addAll(NetworkUses.direct(site));
          look(site);
        }
      }
      if (NetworkUses.isConversation(own)) {
        loops.add(procedure + ":" + procedure.body().line(loop.nextSetBit(0)));
      }
    }
  }

  private void look(CallSite site) {
    Procedure callee = program.resolve(site.callee());
    if (callee != null
        && !callee.isInitializer()
        && SPAWNED.contains(callee.type().returnType())
        && NetworkUses.isConversation(uses.of(callee))) {
      String pattern =
          "%s %s(%s)"
              .formatted(
                  callee.type().returnType().displayName(),
                  callee.name(),
                  callee.type().parameterCount() == 0 ? "" : "..");
      calls.putIfAbsent(pattern, site.caller() + ":" + site.caller().body().line(site.at()));
    }
  }

  /** The candidates, and the next step of a user, in lines. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!calls.isEmpty()) {
      lines.add("calls in loops that wait for clients, and may become activities:");
      calls.forEach((pattern, place) -> lines.add("  --spawn '" + pattern + "'    in " + place));
    }
    if (!loops.isEmpty()) {
      lines.add("loops that wait for clients, to be cut into steps before:");
      loops.forEach(place -> lines.add("  " + place));
      lines.add("check --loops PATH writes the lines of cal.yaml that cut them");
    }
    if (!lines.isEmpty()) {
      lines.add(
          "docs/moving-a-threaded-server.md cuts loops into steps; docs/first-hour.md has a"
              + " binding");
    }
    return lines;
  }
}
