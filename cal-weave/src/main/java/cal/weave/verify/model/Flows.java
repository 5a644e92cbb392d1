package cal.weave.verify.model;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.calls.Spawns;
import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import cal.weave.verify.model.Flow.Act;
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
public final class Flows {
  /** A spawned method, and its stage. */
  record Root(String stage, Procedure procedure) {}

  private final CallGraph graph;
  private final Bindings bindings;
  private final Map<String, StageLimits> limits;
  private final Acts read;
  private final Map<Procedure, SortedMap<Integer, Act>> acts = new LinkedHashMap<>();
  private final Map<Procedure, Flow> flows = new HashMap<>();
  private final Map<Procedure, List<Procedure>> closes = new HashMap<>();
  private final Set<Root> newcomers = new LinkedHashSet<>();
  private final GuardObjects objects;
  private final KeptGuards guards;

  /** Guards that other code than that of activities signals. */
  private final Set<String> signalledElsewhere = new HashSet<>();

  private final Set<Procedure> relevant = new HashSet<>();

  /**
   * Reads the methods of activities.
   *
   * @param ordered guards whose objects are taken in one order, as their server takes care of
   */
  public Flows(
      CallGraph graph,
      CallContexts contexts,
      Bindings bindings,
      Map<String, StageLimits> limits,
      Set<String> ordered) {
    this.graph = graph;
    this.bindings = bindings;
    this.limits = limits;
    read = new Acts(graph, bindings);
    Set<Procedure> bodies = new HashSet<>();
    for (Procedure procedure : contexts.procedures()) {
      Procedure written = Unweaving.written(procedure);
      if (written != procedure) {
        bodies.add(written);
      }
    }
    for (Procedure procedure : contexts.procedures()) {
      if (!Unweaving.isPlumbing(procedure) && !bodies.contains(procedure)) {
        acts.put(procedure, read.of(procedure));
      }
    }
    findNewcomers(contexts);
    findSignals(contexts);
    objects = new GuardObjects(acts, bindings, ordered);
    guards = new KeptGuards(acts, objects, bindings, limits);
    keepRelevant();
    acts.keySet().stream().filter(relevant::contains).forEach(each -> flows.put(each, flow(each)));
  }

  /** The procedures that threads of activities call first, and {@code close} at their end. */
  public static List<Procedure> roots(CallGraph graph) {
    List<Procedure> roots = new ArrayList<>();
    for (Procedure root : graph.procedures(Role.SPAWN, Role.HAND_OFF, Role.BUSY)) {
      roots.add(root);
      roots.addAll(closes(graph, root));
    }
    return roots;
  }

  /** The calls of CAL at the end of a spawned activity: {@code close} of its target. */
  private static Set<Procedure> closes(CallGraph graph, Procedure root) {
    Set<Procedure> closes = new LinkedHashSet<>();
    if (!root.isStatic() && graph.is(Role.SPAWN, root)) {
      for (String type : graph.program().subtypes(root.owner())) {
        Procedure close = graph.program().resolve(new MethodName(type, "close", "()V"));
        if (close != null && graph.program().supertypes(type).contains("java/lang/AutoCloseable")) {
          closes.add(close);
        }
      }
    }
    return closes;
  }

  /** The calls at the end of an activity that lead to an act. */
  List<Procedure> closes(Procedure root) {
    return closes.computeIfAbsent(
        root,
        key ->
            closes(graph, root).stream()
                .filter(each -> !of(each).acts().isEmpty() || guard(each) != null)
                .toList());
  }

  /** Activities that code outside all activities spawns, or nobody in the given classes. */
  private void findNewcomers(CallContexts contexts) {
    Set<Procedure> inside = new HashSet<>();
    for (CallSite site : new Spawns(graph).sites()) {
      for (Procedure target : graph.targets(site)) {
        if (contexts.has(site.caller())) {
          inside.add(target);
        } else {
          newcomers.add(new Root(graph.stage(Role.SPAWN, site), target));
        }
      }
    }
    for (Role role : new Role[] {Role.SPAWN, Role.BUSY}) {
      for (Procedure begun : graph.procedures(role)) {
        if (!inside.contains(begun)) {
          newcomers.add(new Root(bindings.stage(role, begun.name()), begun));
        }
      }
    }
  }

  private void findSignals(CallContexts contexts) {
    for (Procedure procedure : graph.program().procedures()) {
      if (!contexts.has(procedure)
          && !Unweaving.isPlumbing(procedure)
          && procedure.mentions(name -> name.startsWith("notify"))
          && procedure.calls().stream().anyMatch(Acts::isSignal)) {
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
      case LOCK, UNLOCK -> guards.has(act.guard());
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
    return Flow.of(procedure, Unweaving.written(procedure).body(), kept);
  }

  /** The flow of a method; without acts where nothing in it matters. */
  Flow of(Procedure procedure) {
    return flows.computeIfAbsent(procedure, Flow::empty);
  }

  /** The guard of a region inside of which something may wait, or null; null for no method. */
  String guard(Procedure procedure) {
    String guard = procedure == null ? null : bindings.guard(procedure);
    return guards.has(guard) ? guard : null;
  }

  /** Whether others that read may be inside of a region at the same time. */
  boolean reads(Procedure procedure) {
    return bindings.reads(procedure);
  }

  boolean isSignalledElsewhere(String guard) {
    return signalledElsewhere.contains(GuardObjects.family(guard));
  }

  /** The guards of waits that are left out, since other threads signal. */
  public List<String> signalledElsewhere() {
    return signalledElsewhere.stream().filter(guards::has).sorted().toList();
  }

  public GuardObjects objects() {
    return objects;
  }

  /** Lambdas that other threads run. */
  public int asynchronous() {
    return read.asynchronous();
  }

  /** Waits with a time limit. */
  public int timed() {
    return read.timed();
  }

  Set<Root> newcomers() {
    return newcomers;
  }

  Map<String, StageLimits> limits() {
    return limits;
  }
}
