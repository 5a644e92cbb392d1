package cal.weave.calls;

import cal.weave.calls.Captured.Role;
import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.MethodLoops;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import cal.weave.code.Value;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The spawned calls, and their use by callers. */
public final class Spawns {
  private final CallGraph graph;
  private final List<CallSite> sites = new ArrayList<>();

  public Spawns(CallGraph graph) {
    this.graph = graph;
    for (Procedure procedure : graph.program().procedures()) {
      if (graph.mentionsSpawned(procedure) && !Unweaving.isPlumbing(procedure)) {
        procedure.calls().stream().filter(site -> graph.is(Role.SPAWN, site)).forEach(sites::add);
      }
    }
  }

  public List<CallSite> sites() {
    return sites;
  }

  /**
   * The spawned calls, and the calls of methods that spawn on their own receiver or arguments: to a
   * caller of {@code listener.run()} the listener is in use like a spawned one.
   */
  public List<CallSite> passedOn() {
    Set<CallSite> found = new LinkedHashSet<>(sites);
    ArrayDeque<CallSite> open = new ArrayDeque<>(sites);
    while (!open.isEmpty()) {
      CallSite spawn = open.pop();
      Procedure through = spawn.caller();
      for (Procedure caller : graph.program().procedures()) {
        if (!Unweaving.isPlumbing(caller) && caller.mentions(through.name().name()::equals)) {
          for (CallSite site : caller.calls()) {
            CallSite passed = passed(site, through, spawn);
            if (passed != null && found.add(passed)) {
              open.add(passed);
            }
          }
        }
      }
    }
    return List.copyOf(found);
  }

  /** A call seen as the spawn behind the call, with the passed arguments; else null. */
  private CallSite passed(CallSite site, Procedure through, CallSite spawn) {
    if (graph.isCaptured(site) || !graph.targets(site).contains(through)) {
      return null;
    }
    List<Value> arguments = new ArrayList<>();
    int slot = 0;
    for (int i = 0; i < site.arguments().size(); i++) {
      Origin parameter = new Origin.Parameter(slot);
      if (spawn.arguments().stream().anyMatch(value -> value.contains(parameter))) {
        arguments.add(site.arguments().get(i));
      }
      boolean receiver = i == 0 && !site.isStatic();
      int index = i - (site.isStatic() ? 0 : 1);
      slot += receiver ? 1 : TypeKind.from(through.type().parameterType(index)).slotSize();
    }
    return arguments.isEmpty()
        ? null
        : new CallSite(site.caller(), site.at(), site.opcode(), spawn.callee(), arguments);
  }

  /** Whether nothing depends on the result of a call but a loop of its own. */
  public static boolean isResultUnused(CallSite site) {
    BitSet uses = site.caller().values().usesOf(site.result());
    return uses.isEmpty() || drivenBy(site, uses) != null;
  }

  /** The loops around a spawned call, without a loop for its repetition alone. */
  public static List<BitSet> loopsAround(CallSite site) {
    List<BitSet> loops = new ArrayList<>(new MethodLoops(site.caller().body()).around(site.at()));
    loops.remove(drivenBy(site, site.caller().values().usesOf(site.result())));
    return loops;
  }

  /** The innermost loop around a call, if the result only ends the loop. */
  private static BitSet drivenBy(CallSite site, BitSet uses) {
    Body body = site.caller().body();
    List<BitSet> loops = new MethodLoops(body).around(site.at());
    if (loops.isEmpty() || uses.isEmpty()) {
      return null;
    }
    BitSet loop = loops.getFirst();
    boolean drives = uses.stream().allMatch(use -> loop.get(use) && ends(body, use, loop));
    return drives ? loop : null;
  }

  private static boolean ends(Body body, int branch, BitSet loop) {
    if (!(body.at(branch) instanceof BranchInstruction)) {
      return false;
    }
    int inside = 0;
    for (int following : body.next(branch)) {
      inside += loop.get(following) ? 1 : 0;
    }
    return inside == 1;
  }
}
