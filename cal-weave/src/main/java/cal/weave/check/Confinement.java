package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.calls.Spawns;
import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.Ingredients;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Value;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Objects known to several activities, by their classes.
 *
 * <p>An object is taken as confined to an activity if made by code of activities, or if made for a
 * single spawn: an ingredient of the spawned call, made in each loop around it. The target of a
 * spawn is confined unless spawned repeatedly in a loop without making the target. All other
 * objects are shared, among them objects made by a shared object's constructor, or by no given
 * class.
 */
final class Confinement {
  private final CallGraph graph;
  private final Set<Procedure> perActivity = new LinkedHashSet<>();
  private final Map<Procedure, Set<Origin>> perSpawn = new HashMap<>();
  private final Set<String> confinedTargets = new HashSet<>();
  private final Set<String> shared = new HashSet<>();

  Confinement(CallGraph graph, Spawns spawns, CallContexts contexts) {
    this.graph = graph;
    perActivity.addAll(contexts.procedures());
    Set<Procedure> makers = new LinkedHashSet<>();
    for (CallSite site : spawns.sites()) {
      List<BitSet> loops = Spawns.loopsAround(site);
      addTarget(site, loops);
      for (Origin part : Ingredients.of(site)) {
        if (isMadeIn(part, loops)) {
          perSpawn.computeIfAbsent(site.caller(), key -> new HashSet<>()).add(part);
          addMakers(site.caller(), part, makers);
        }
      }
    }
    perActivity.addAll(CallContexts.from(graph, makers).procedures());
    addTargetsOfOthers(spawns);
    findShared();
  }

  /** A target of several spawns is shared, whichever code made the target. */
  private void addTarget(CallSite site, List<BitSet> loops) {
    if (site.receiver() == null) {
      return;
    }
    boolean fresh =
        loops.isEmpty()
            || site.receiver().origins().stream().anyMatch(origin -> isMadeIn(origin, loops));
    for (String type : graph.program().subtypes(site.callee().owner())) {
      (fresh ? confinedTargets : shared).add(type);
    }
  }

  /**
   * A procedure spawned by code outside the given classes alone, such as a {@code Runnable}'s,
   * counts as spawned once.
   */
  private void addTargetsOfOthers(Spawns spawns) {
    for (Procedure procedure : graph.procedures(Role.SPAWN)) {
      boolean spawned =
          spawns.sites().stream().anyMatch(site -> graph.targets(site).contains(procedure));
      if (!spawned) {
        confinedTargets.addAll(graph.program().subtypes(procedure.owner()));
      }
    }
  }

  private static boolean isMadeIn(Origin origin, List<BitSet> loops) {
    if (origin instanceof Origin.Element) {
      return true;
    }
    return origin.madeAt() >= 0 && loops.stream().allMatch(loop -> loop.get(origin.madeAt()));
  }

  private void addMakers(Procedure caller, Origin part, Set<Procedure> makers) {
    for (CallSite site : caller.calls()) {
      boolean constructs = site.isConstructor() && site.receiver().contains(part);
      if (site.result().equals(part) || constructs) {
        makers.addAll(graph.targets(site));
      }
    }
  }

  private void findShared() {
    Set<String> made = new HashSet<>();
    Map<String, Set<String>> madeByConstructors = new HashMap<>();
    for (Procedure procedure : graph.program().procedures()) {
      for (int i = 0; i < procedure.body().size(); i++) {
        if (procedure.body().at(i) instanceof NewObjectInstruction instruction) {
          String type = instruction.className().asInternalName();
          made.add(type);
          if (procedure.isConstructor()) {
            madeByConstructors.computeIfAbsent(procedure.owner(), key -> new HashSet<>()).add(type);
          }
          if (!perActivity.contains(procedure)
              && !isPerSpawn(procedure, i, type)
              && !isIdleFactory(procedure, i, type)) {
            shared.add(type);
          }
        }
      }
    }
    graph.program().types().stream()
        .filter(type -> graph.program().subtypes(type).stream().noneMatch(made::contains))
        .forEach(shared::add);
    ArrayDeque<String> open = new ArrayDeque<>(shared);
    while (!open.isEmpty()) {
      for (String type : madeByConstructors.getOrDefault(open.pop(), Set.of())) {
        if (shared.add(type)) {
          open.add(type);
        }
      }
    }
  }

  private boolean isPerSpawn(Procedure procedure, int at, String type) {
    return perSpawn.getOrDefault(procedure, Set.of()).contains(new Origin.Made(at, type));
  }

  /** Whether a method does no more with an object than to return it, and only activities ask. */
  private boolean isIdleFactory(Procedure procedure, int at, String type) {
    Body body = procedure.body();
    return procedure.values().usesOf(new Origin.Made(at, type)).stream()
            .allMatch(
                use -> body.at(use) instanceof ReturnInstruction || isReceiver(procedure, use))
        && graph.program().procedures().stream()
            .filter(caller -> !perActivity.contains(caller))
            .noneMatch(caller -> caller.mentions(procedure.name().name()::equals));
  }

  private static boolean isReceiver(Procedure procedure, int use) {
    return procedure.body().at(use) instanceof InvokeInstruction call
        && call.name().equalsString("<init>");
  }

  /** Whether a value may be an object known to other activities. */
  boolean isShared(Procedure procedure, Value value, String type) {
    return value.origins().stream().anyMatch(origin -> isShared(procedure, origin, type));
  }

  /** Whether a field may be known to other activities: as a static field, or of a shared object. */
  boolean isShared(Procedure procedure, Origin.FieldOf field) {
    return field.holder() == null || isShared(procedure, field.holder(), field.owner());
  }

  private boolean isShared(Procedure procedure, Origin origin, String type) {
    return switch (origin) {
      case Origin.Made _, Origin.Constant _, Origin.Text _ -> false;
      case Origin.FieldOf field -> isShared(procedure, field) || isSharedType(type);
      case Origin.Element element ->
          isShared(procedure, element.array(), type) || isSharedType(type);
      case Origin.Result result -> isSharedResult(procedure, result, type);
      case Origin.Parameter parameter when parameter.slot() == 0 && !procedure.isStatic() ->
          isSharedType(procedure.owner());
      default -> isSharedType(type);
    };
  }

  /** A result of unknown code, such as a map's {@code get}, is shared if its receiver is. */
  private boolean isSharedResult(Procedure procedure, Origin.Result result, String type) {
    for (CallSite site : procedure.calls()) {
      if (site.result().equals(result)
          && site.receiver() != null
          && !site.callee().owner().equals("java/lang/ThreadLocal")
          && graph.targets(site).isEmpty()
          && isShared(procedure, site.receiver(), site.callee().owner())) {
        return true;
      }
    }
    return isSharedType(type);
  }

  private boolean isSharedType(String type) {
    return !confinedTargets.contains(type)
        && graph.program().subtypes(type).stream()
            .anyMatch(sub -> shared.contains(sub) && !confinedTargets.contains(sub));
  }
}
