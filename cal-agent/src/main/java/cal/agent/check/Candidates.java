package cal.agent.check;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The next step of a server that has no binding yet: calls in loops that wait for clients, which
 * may become activities, and loops that are to be cut before. Waiting is to accept, or to read and
 * write both. Lambdas are not looked into.
 */
final class Candidates {
  /** The kinds of input and output that tell a conversation. */
  private enum Use {
    ACCEPTS,
    READS,
    WRITES
  }

  private static final List<ClassDesc> SPAWNED =
      List.of(ConstantDescs.CD_boolean, ConstantDescs.CD_void);

  private final Program program;

  /** Each pattern of a call, and the places where it is called. */
  private final Map<String, String> calls = new LinkedHashMap<>();

  private final List<String> loops = new ArrayList<>();

  private Candidates(Program program) {
    this.program = program;
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
      Set<Use> own = new HashSet<>();
      for (CallSite site : procedure.calls()) {
        if (loop.get(site.at())) {
          own.addAll(direct(site));
          look(site);
        }
      }
      if (isConversation(own)) {
        loops.add(procedure + ":" + procedure.body().line(loop.nextSetBit(0)));
      }
    }
  }

  private void look(CallSite site) {
    Procedure callee = program.resolve(site.callee());
    if (callee != null
        && !callee.isInitializer()
        && SPAWNED.contains(callee.type().returnType())
        && isConversation(uses(callee, new HashSet<>()))) {
      String pattern =
          "%s %s(%s)"
              .formatted(
                  callee.type().returnType().displayName(),
                  callee.name(),
                  callee.type().parameterCount() == 0 ? "" : "..");
      calls.putIfAbsent(pattern, site.caller() + ":" + site.caller().body().line(site.at()));
    }
  }

  private static boolean isConversation(Set<Use> uses) {
    return uses.contains(Use.ACCEPTS) || (uses.contains(Use.READS) && uses.contains(Use.WRITES));
  }

  /** The uses of a method, and of all that it calls in the given classes. */
  private Set<Use> uses(Procedure procedure, Set<Procedure> seen) {
    Set<Use> uses = new HashSet<>();
    if (seen.add(procedure)) {
      for (CallSite site : procedure.calls()) {
        uses.addAll(direct(site));
        for (String type : program.subtypes(site.callee().owner())) {
          MethodName name = new MethodName(type, site.callee().name(), site.callee().descriptor());
          Procedure callee = program.resolve(name);
          if (callee != null) {
            uses.addAll(uses(callee, seen));
          }
        }
      }
    }
    return uses;
  }

  private static Set<Use> direct(CallSite site) {
    String owner = site.callee().owner();
    String name = site.callee().name();
    boolean network = owner.startsWith("java/net/") || owner.startsWith("java/nio/channels/");
    if (network && name.equals("accept")) {
      return Set.of(Use.ACCEPTS);
    }
    if (!network && !owner.startsWith("java/io/") && !owner.equals("java/util/Scanner")) {
      return Set.of();
    }
    if (name.startsWith("read") || name.startsWith("next") || name.equals("transferTo")) {
      return Set.of(Use.READS);
    }
    return name.startsWith("write") || name.startsWith("print") || name.equals("flush")
        ? Set.of(Use.WRITES)
        : Set.of();
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
    }
    if (!lines.isEmpty()) {
      lines.add(
          "docs/moving-a-threaded-server.md cuts loops into steps; docs/first-hour.md has a"
              + " binding");
    }
    return lines;
  }
}
