package cal.weave.verify.model;

import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.verify.model.Flow.Act;
import cal.weave.verify.model.Position.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of regions whose guard is an argument: of each regions two keys count. Of constants, the
 * first met is the key {@code #1}, and each other is {@code #2}. A key passed on stays the same. An
 * unknown key may be either. For a single thread.
 */
final class Keys {
  private static final String KEY = "key of ";

  /** Before a constant among the objects of parameters. */
  private static final String CONSTANT = "=";

  private final Bindings bindings;
  private final boolean any;

  /** Met so far, by the guard. */
  private final Map<String, List<String>> constants = new HashMap<>();

  Keys(Collection<Procedure> procedures, Bindings bindings) {
    this.bindings = bindings;
    this.any = procedures.stream().anyMatch(each -> areOf(bindings.guard(each)));
  }

  /** The guard of regions with a key. */
  static String guard(String regions) {
    return KEY + regions;
  }

  /** Whether a guard is that of regions with a key. */
  static boolean areOf(String guard) {
    return guard != null && guard.startsWith(KEY);
  }

  /** Adds the keys, and the constants that may become keys, that a caller passes to a method. */
  void pass(Frame caller, Act act, Procedure target, Map<Integer, String> passed) {
    if (any) {
      GuardObjects.arguments(act.site(), target)
          .forEach(
              (slot, value) -> {
                String key = key(caller, value.single());
                if (key != null) {
                  passed.put(slot, key);
                }
              });
    }
  }

  private static String key(Frame caller, Origin value) {
    if (value instanceof Origin.Parameter parameter) {
      String known = caller.objects().get(parameter.slot());
      return known != null && (areOf(known) || known.startsWith(CONSTANT)) ? known : null;
    }
    return value != null && value.isConstant() ? CONSTANT + value : null;
  }

  /** The guards that a region may be of. */
  List<String> of(Frame called, String guard) {
    String known = called.objects().get(bindings.keySlot(called.flow().procedure()));
    if (known == null) {
      return GuardObjects.pair(guard);
    }
    if (!known.startsWith(CONSTANT)) {
      return GuardObjects.family(known).equals(guard) ? List.of(known) : GuardObjects.pair(guard);
    }
    List<String> met = constants.computeIfAbsent(guard, key -> new ArrayList<>());
    if (!met.contains(known)) {
      met.add(known);
    }
    return List.of(GuardObjects.pair(guard).get(Math.min(met.indexOf(known), 1)));
  }

  /** The objects of a called region, with its key. */
  Map<Integer, String> with(Frame called, String object) {
    Map<Integer, String> all = new HashMap<>(called.objects());
    all.put(bindings.keySlot(called.flow().procedure()), object);
    return Map.copyOf(all);
  }
}
