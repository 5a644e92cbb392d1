package cal.weave.verify;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.calls.Spawns;
import cal.weave.code.CallSite;
import cal.weave.code.Lambdas;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import cal.weave.verify.Flow.Act;
import cal.weave.verify.Flow.Kind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The methods of activities as {@link Flow}s, without all that can keep nobody waiting: regions
 * inside of which nothing waits, and calls that lead to no act. For a single thread.
 */
final class Flows {
  /** A spawned method, and its stage. */
  record Root(String stage, Procedure procedure) {}

  private final CallGraph graph;
  private final Bindings bindings;
  private final Map<String, StageLimits> limits;
  private final Map<Procedure, SortedMap<Integer, Act>> acts = new LinkedHashMap<>();
  private final Map<Procedure, Flow> flows = new HashMap<>();
  private final Set<Root> newcomers = new LinkedHashSet<>();

  private final KeptGuards guards;

  /** Guards that other code than that of activities signals. */
  private final Set<String> signalledElsewhere = new HashSet<>();

  private final Set<Procedure> relevant = new HashSet<>();

  Flows(
      CallGraph graph, CallContexts contexts, Bindings bindings, Map<String, StageLimits> limits) {
    this.graph = graph;
    this.bindings = bindings;
    this.limits = limits;
    for (Procedure procedure : contexts.procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        acts.put(procedure, read(procedure));
      }
    }
    findNewcomers(contexts);
    findSignals(contexts);
    guards = new KeptGuards(acts, bindings, limits);
    keepRelevant();
    acts.keySet().stream().filter(relevant::contains).forEach(each -> flows.put(each, flow(each)));
  }

  private SortedMap<Integer, Act> read(Procedure procedure) {
    SortedMap<Integer, Act> found = new TreeMap<>();
    for (CallSite site : procedure.calls()) {
      Act act = act(site);
      if (act != null) {
        found.put(site.at(), act);
      }
    }
    return found;
  }

  private Act act(CallSite site) {
    List<Procedure> targets = new ArrayList<>(graph.targets(site));
    MethodName callee = site.callee();
    if (graph.is(Role.SPAWN, site)) {
      return new Act(Kind.SPAWN, site, targets, bindings.stage(true, callee));
    }
    if (graph.is(Role.HAND_OFF, site)) {
      return new Act(Kind.HAND_OFF, site, targets, bindings.stage(false, callee));
    }
    Kind monitor =
        switch (callee.descriptor().equals("()V") ? callee.name() : "") {
          case "wait" -> Kind.WAIT;
          case "notify" -> Kind.NOTIFY;
          case "notifyAll" -> Kind.NOTIFY_ALL;
          default -> Kind.CALL;
        };
    if (monitor != Kind.CALL) {
      return new Act(monitor, site, List.of(), null);
    }
    if (targets.isEmpty()) {
      targets.addAll(lambdas(site));
    }
    return targets.isEmpty() ? null : new Act(Kind.CALL, site, targets, null);
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
    return found;
  }

  /** Activities that code outside all activities spawns, or nobody in the given classes. */
  private void findNewcomers(CallContexts contexts) {
    Set<Procedure> inside = new HashSet<>();
    for (CallSite site : new Spawns(graph).sites()) {
      for (Procedure target : graph.targets(site)) {
        if (contexts.has(site.caller())) {
          inside.add(target);
        } else {
          newcomers.add(new Root(bindings.stage(true, site.callee()), target));
        }
      }
    }
    for (Procedure spawned : graph.procedures(Role.SPAWN)) {
      String stage = bindings.stage(true, spawned.name());
      if (!inside.contains(spawned) && stage != null) {
        newcomers.add(new Root(stage, spawned));
      }
    }
  }

  private void findSignals(CallContexts contexts) {
    for (Procedure procedure : graph.program().procedures()) {
      if (!contexts.has(procedure)
          && !Unweaving.isPlumbing(procedure)
          && procedure.mentions(name -> name.startsWith("notify"))) {
        String guard = bindings.guard(procedure);
        signalledElsewhere.add(guard == null ? Bindings.text(procedure.owner()) : guard);
      }
    }
  }

  private void keepRelevant() {
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Map.Entry<Procedure, SortedMap<Integer, Act>> each : acts.entrySet()) {
        if (!relevant.contains(each.getKey())
            && (guard(each.getKey()) != null
                || each.getValue().values().stream()
                    .anyMatch(act -> matters(each.getKey(), act)))) {
          relevant.add(each.getKey());
          changed = true;
        }
      }
    }
  }

  private boolean matters(Procedure caller, Act act) {
    return switch (act.kind()) {
      case WAIT, NOTIFY, NOTIFY_ALL -> guards.isInside(caller);
      case CALL -> act.targets().stream().anyMatch(relevant::contains);
      case SPAWN, HAND_OFF ->
          (limits.get(act.stage()).mayBlock() && !limits.get(act.stage()).inPlace())
              || act.targets().stream().anyMatch(relevant::contains);
    };
  }

  private Flow flow(Procedure procedure) {
    SortedMap<Integer, Act> kept = new TreeMap<>();
    acts.get(procedure)
        .forEach(
            (at, act) -> {
              if (matters(procedure, act)) {
                kept.put(at, act);
              }
            });
    return Flow.of(procedure, kept);
  }

  /** The flow of a method; without acts where nothing in it matters. */
  Flow of(Procedure procedure) {
    return flows.computeIfAbsent(procedure, Flow::empty);
  }

  /** The guard of a region inside of which something may wait, or null. */
  String guard(Procedure procedure) {
    String guard = bindings.guard(procedure);
    return guards.has(guard) ? guard : null;
  }

  boolean isSignalledElsewhere(String guard) {
    return signalledElsewhere.contains(guard);
  }

  KeptGuards guards() {
    return guards;
  }

  Set<Root> newcomers() {
    return newcomers;
  }

  Map<String, StageLimits> limits() {
    return limits;
  }
}
