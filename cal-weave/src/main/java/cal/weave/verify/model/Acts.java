package cal.weave.verify.model;

import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.Lambdas;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import cal.weave.code.Value;
import cal.weave.monitor.Lock;
import cal.weave.verify.model.Flow.Act;
import cal.weave.verify.model.Flow.Kind;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The calls of a method that may be acts of a {@link Flow}. For a single thread. */
final class Acts {
  /** Others of their threads run lambdas that are passed to methods of these types. */
  private static final Set<String> THREADS =
      Set.of(
          "java/lang/Thread",
          "java/lang/Thread$Builder",
          "java/util/Timer",
          "java/util/concurrent/Executor",
          "java/util/concurrent/CompletionStage");

  private static final Origin ZERO = new Origin.Constant(0);

  private final CallGraph graph;
  private final Bindings bindings;
  private int asynchronous;
  private int timed;

  Acts(CallGraph graph, Bindings bindings) {
    this.bindings = bindings;
    this.graph = graph;
  }

  /** The acts of a method as written, by their instruction. */
  SortedMap<Integer, Act> of(Procedure procedure) {
    SortedMap<Integer, Act> found = new TreeMap<>();
    Procedure written = Unweaving.written(procedure);
    for (CallSite site : written.calls()) {
      Act act = act(site);
      if (act != null) {
        found.put(site.at(), act);
      }
    }
    if (graph.isMonitor(procedure)) {
      for (int i = 0; i < written.body().size(); i++) {
        Kind kind = written.values().isReached(i) ? block(written.body().at(i)) : null;
        if (kind != null) {
          found.put(i, block(kind, procedure, written, i));
        }
      }
    }
    return found;
  }

  /** The begin or the end of a block, also where the library has its monitor; else null. */
  private static Kind block(Instruction instruction) {
    return switch (instruction) {
      case MonitorInstruction monitor -> Lock.isEntry(monitor) ? Kind.LOCK : Kind.UNLOCK;
      case InvokeInstruction call when call.owner().asInternalName().equals(Body.MONITORS) ->
          switch (call.name().stringValue()) {
            case "enter" -> Kind.LOCK;
            case "exit" -> Kind.UNLOCK;
            default -> null;
          };
      default -> null;
    };
  }

  private Act block(Kind kind, Procedure procedure, Procedure written, int at) {
    MethodName name = new MethodName(procedure.owner(), "synchronized", "()V");
    List<Value> object = written.values().operands(at).subList(0, 1);
    CallSite site = new CallSite(written, at, Opcode.INVOKESTATIC, name, object);
    return new Act(kind, site, List.of(), null, bindings.guard(Lock.of(written, at)));
  }

  /** The lambdas met that other threads run. */
  int asynchronous() {
    return asynchronous;
  }

  /** The waits met that have a time limit. */
  int timed() {
    return timed;
  }

  private Act act(CallSite site) {
    List<Procedure> targets = new ArrayList<>(graph.targets(site));
    for (Role role : new Role[] {Role.SPAWN, Role.HAND_OFF}) {
      String stage = graph.stage(role, site);
      if (stage != null) {
        return new Act(role == Role.SPAWN ? Kind.SPAWN : Kind.HAND_OFF, site, targets, stage, null);
      }
    }
    if (isSignal(site)) {
      Kind kind = site.callee().name().equals("notify") ? Kind.NOTIFY : Kind.NOTIFY_ALL;
      return new Act(kind, site, List.of(), null, null);
    }
    if (site.callee().name().equals("wait") && !site.isStatic() && targets.isEmpty()) {
      if (!isTimed(site)) {
        return new Act(Kind.WAIT, site, List.of(), null, null);
      }
      timed++;
    }
    if (targets.isEmpty()) {
      targets.addAll(lambdas(site));
    }
    return targets.isEmpty() ? null : new Act(Kind.CALL, site, targets, null, null);
  }

  static boolean isSignal(CallSite site) {
    return site.callee().descriptor().equals("()V")
        && site.callee().name().matches("notify(All)?")
        && !site.isStatic();
  }

  /** Whether a wait has a time limit: 0 is none. */
  private static boolean isTimed(CallSite wait) {
    return !wait.arguments().stream().skip(1).allMatch(each -> ZERO.equals(each.single()));
  }

  /** The lambdas passed to code outside the given classes: run there, as far as is known. */
  private List<Procedure> lambdas(CallSite site) {
    List<Procedure> found = new ArrayList<>();
    for (int at : site.caller().dynamicCalls()) {
      InvokeDynamicInstruction made = (InvokeDynamicInstruction) site.caller().body().at(at);
      Procedure body = Lambdas.isLambda(made) ? graph.lambdas().body(made) : null;
      if (body != null
          && site.arguments().stream().anyMatch(each -> each.contains(new Origin.Result(at)))) {
        found.add(body);
      }
    }
    if (isAsynchronous(site)) {
      asynchronous += found.size();
      found.clear();
    }
    return found;
  }

  private boolean isAsynchronous(CallSite site) {
    String name = site.callee().name();
    return name.matches("(add|set)\\w*(Listener|Handler|Hook)")
        || graph.program().supertypes(site.callee().owner()).stream().anyMatch(THREADS::contains);
  }
}
