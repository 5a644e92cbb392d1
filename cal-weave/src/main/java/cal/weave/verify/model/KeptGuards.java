package cal.weave.verify.model;

import cal.weave.code.Procedure;
import cal.weave.verify.model.Flow.Act;
import cal.weave.verify.model.Flow.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The guards of regions inside of which something may wait. For a single thread. */
final class KeptGuards {
  private final Map<Procedure, SortedMap<Integer, Act>> acts;
  private final GuardObjects objects;
  private final Bindings bindings;
  private final Map<String, StageLimits> limits;
  private final Set<String> guards = new HashSet<>();

  /** Methods that run in regions of these guards. */
  private final Set<Procedure> inside = new HashSet<>();

  KeptGuards(
      Map<Procedure, SortedMap<Integer, Act>> acts,
      GuardObjects objects,
      Bindings bindings,
      Map<String, StageLimits> limits) {
    this.acts = acts;
    this.objects = objects;
    this.bindings = bindings;
    this.limits = limits;
    keep();
  }

  boolean has(String guard) {
    return guards.contains(guard);
  }

  boolean isInside(Procedure procedure) {
    return inside.contains(procedure);
  }

  /** Keeps the guards of regions in which something waits: others are free again by themselves. */
  private void keep() {
    Map<String, Set<Procedure>> regions = new HashMap<>();
    for (Procedure procedure : acts.keySet()) {
      for (String guard : objects.guards(procedure)) {
        regions.computeIfAbsent(guard, key -> new LinkedHashSet<>()).add(procedure);
      }
    }
    Set<String> free = new HashSet<>();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Map.Entry<String, Set<Procedure>> each : regions.entrySet()) {
        if (!free.contains(each.getKey())
            && each.getValue().stream().noneMatch(one -> mayWait(each.getKey(), one, free))) {
          free.add(each.getKey());
          changed = true;
        }
      }
    }
    guards.addAll(regions.keySet());
    guards.removeAll(free);
    List<Procedure> open = new ArrayList<>();
    guards.forEach(guard -> open.addAll(regions.get(guard)));
    while (!open.isEmpty()) {
      Procedure procedure = open.removeLast();
      if (inside.add(procedure)) {
        acts.getOrDefault(procedure, new TreeMap<>())
            .values()
            .forEach(act -> open.addAll(act.targets()));
      }
    }
  }

  private boolean mayWait(String guard, Procedure region, Set<String> free) {
    Set<Procedure> seen = new HashSet<>(Set.of(region));
    List<Procedure> open = new ArrayList<>(seen);
    while (!open.isEmpty()) {
      Procedure caller = open.removeLast();
      for (Act act : acts.getOrDefault(caller, new TreeMap<>()).values()) {
        if (act.kind() == Kind.WAIT || (act.stage() != null && mayBlock(act))) {
          return true;
        }
        if (act.kind() == Kind.LOCK && mayWait(act, caller, guard, act.guard(), free)) {
          return true;
        }
        for (Procedure target : act.targets()) {
          if (objects.guards(target).stream()
              .anyMatch(inner -> mayWait(act, caller, guard, inner, free))) {
            return true;
          }
          boolean writes = objects.guards(target).contains(guard) && !bindings.reads(target);
          if (writes && bindings.reads(region)) {
            return true;
          }
          if (seen.add(target)) {
            open.add(target);
          }
        }
      }
    }
    return false;
  }

  private boolean mayBlock(Act act) {
    StageLimits stage = limits.get(act.stage());
    return !stage.inPlace()
        && (act.kind() == Kind.HAND_OFF || stage.places() != StageLimits.UNLIMITED);
  }

  /** Whether the entry into an inner region may wait. */
  private boolean mayWait(Act act, Procedure caller, String guard, String inner, Set<String> free) {
    if (!guard.equals(inner)) {
      return !free.contains(inner);
    }
    boolean ofObject = act.kind() == Kind.LOCK || act.site().receiver() != null;
    return Keys.areOf(guard)
        || (objects.hasPairs(guard)
            && !(ofObject && GuardObjects.isOwn(caller, act.site().arguments().getFirst())));
  }
}
