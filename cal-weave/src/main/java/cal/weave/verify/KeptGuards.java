package cal.weave.verify;

import cal.weave.code.Procedure;
import cal.weave.verify.Flow.Act;
import cal.weave.verify.Flow.Kind;
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
  private final Bindings bindings;
  private final Map<String, StageLimits> limits;
  private final Set<String> guards = new HashSet<>();
  private final Map<String, Boolean> pairs = new HashMap<>();

  /** Methods that run in regions of these guards. */
  private final Set<Procedure> inside = new HashSet<>();

  KeptGuards(
      Map<Procedure, SortedMap<Integer, Act>> acts,
      Bindings bindings,
      Map<String, StageLimits> limits) {
    this.acts = acts;
    this.bindings = bindings;
    this.limits = limits;
    keep();
  }

  /** The guards of two objects of a class. */
  static List<String> pair(String guard) {
    return List.of(guard + "#1", guard + "#2");
  }

  /** Without the number in a pair. */
  static String family(String guard) {
    return guard.replaceFirst("#.$", "");
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
      String guard = bindings.guard(procedure);
      if (guard != null) {
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
      Procedure procedure = open.removeLast();
      for (Act act : acts.getOrDefault(procedure, new TreeMap<>()).values()) {
        if (act.kind() == Kind.WAIT || (act.stage() != null && mayBlock(act))) {
          return true;
        }
        if (act.kind() == Kind.CALL || act.stage() != null) {
          for (Procedure target : act.targets()) {
            String inner = bindings.guard(target);
            boolean other = inner != null && !inner.equals(guard) && !free.contains(inner);
            if (other || (guard.equals(inner) && isForeign(act, procedure, guard))) {
              return true;
            }
            if (seen.add(target)) {
              open.add(target);
            }
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

  /** Whether a method of a guard's object calls a region of another object of the class. */
  boolean isForeign(Act act, Procedure caller, String guard) {
    return guard.equals(bindings.guard(caller))
        && !caller.isStatic()
        && !act.site().isStatic()
        && !act.site().isOnThis()
        && bindings.isGiven(act.site().callee().owner());
  }

  /** Whether regions of a guard are entered from regions of another object of the class. */
  boolean hasPairs(String guard) {
    return pairs.computeIfAbsent(guard, this::findPairs);
  }

  private boolean findPairs(String guard) {
    return acts.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().values().stream()
                    .anyMatch(
                        act ->
                            act.kind() == Kind.CALL
                                && isForeign(act, each.getKey(), guard)
                                && act.targets().stream()
                                    .anyMatch(one -> guard.equals(bindings.guard(one)))));
  }
}
