package cal.weave.verify.model;

import cal.weave.code.CallSite;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Value;
import cal.weave.monitor.Lock;
import cal.weave.verify.model.Flow.Act;
import cal.weave.verify.model.Flow.Kind;
import cal.weave.verify.model.Position.Frame;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Two objects of a class, where a region of one leads to a region of another. Arguments are
 * followed: a parameter is one of the two, {@code app.Account#1}, or any but one, {@code
 * !app.Account#1}. An object without such a way is the entered one. For a single thread.
 */
public final class GuardObjects {
  private static final String ANOTHER = "!";

  private final Map<Procedure, SortedMap<Integer, Act>> acts;
  private final Bindings bindings;
  private final Keys keys;

  /** The types of the objects with regions of a guard. */
  private final Map<String, Set<String>> types = new HashMap<>();

  private final Map<Procedure, Set<String>> guards = new HashMap<>();
  private final Set<String> pairs = new HashSet<>();

  /**
   * Finds the guards of which two objects count.
   *
   * @param ordered guards whose objects are taken in one order, as their server takes care of
   */
  GuardObjects(
      Map<Procedure, SortedMap<Integer, Act>> acts, Bindings bindings, Set<String> ordered) {
    this.acts = acts;
    this.bindings = bindings;
    this.keys = new Keys(acts.keySet(), bindings);
    for (Procedure procedure : acts.keySet()) {
      Set<String> all = new LinkedHashSet<>();
      String own = bindings.guard(procedure);
      if (own != null) {
        all.add(own);
        if (Keys.areOf(own)) {
          pairs.add(own);
        } else if (!procedure.isStatic()) {
          addType(own, procedure.owner());
        }
      }
      for (Act act : acts.get(procedure).values()) {
        if (act.kind() == Kind.LOCK) {
          all.add(act.guard());
          addType(act.guard(), Lock.of(act.site().caller(), act.site().at()).type());
        }
      }
      guards.put(procedure, all);
    }
    for (Procedure procedure : acts.keySet()) {
      for (String guard : guards.get(procedure)) {
        if (types.containsKey(guard)
            && !procedure.isStatic()
            && !ordered.contains(guard)
            && !pairs.contains(guard)
            && acts.get(procedure).values().stream()
                .anyMatch(act -> act.kind() != Kind.SPAWN && leadsToAnother(act, guard))) {
          pairs.add(guard);
        }
      }
    }
  }

  private void addType(String guard, String type) {
    if (!guard.startsWith("class ")) {
      Set<String> all = types.computeIfAbsent(guard, key -> new HashSet<>());
      all.addAll(bindings.program().supertypes(type));
      all.addAll(bindings.program().subtypes(type));
    }
  }

  /** The guards of a method and of its blocks. */
  Set<String> guards(Procedure procedure) {
    return guards.getOrDefault(procedure, Set.of());
  }

  /** Whether a call by a region may enter a region of another object. */
  private boolean leadsToAnother(Act act, String guard) {
    CallSite site = act.site();
    if (act.kind() == Kind.LOCK) {
      return act.guard().equals(guard) && isAnother(site.arguments().getFirst());
    }
    for (Procedure target : act.targets()) {
      Map<Integer, Value> arguments = arguments(site, target);
      for (int slot : arguments.keySet()) {
        if (isAnother(arguments.get(slot)) && mayBe(type(target, slot), guard)) {
          boolean receives = slot == 0 && !target.isStatic();
          if (receives && guards(target).contains(guard)) {
            return true;
          }
          if (reaches(target, guard)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether a method calls a region of a guard. */
  private boolean reaches(Procedure from, String guard) {
    Set<Procedure> seen = new HashSet<>();
    List<Procedure> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      for (Act act : acts.getOrDefault(open.removeLast(), new TreeMap<>()).values()) {
        for (Procedure target : act.targets()) {
          if (guards(target).contains(guard)) {
            return true;
          }
          if (act.kind() != Kind.SPAWN && seen.add(target)) {
            open.add(target);
          }
        }
      }
    }
    return false;
  }

  /** Whether a value in a method is the object of the method. */
  static boolean isOwn(Procedure procedure, Value value) {
    return !procedure.isStatic() && new Origin.Parameter(0).equals(value.single());
  }

  /** The object of a call, as far as is known; else null. */
  private static String own(Frame frame) {
    return frame.flow().procedure().isStatic() ? null : frame.objects().get(0);
  }

  /** Neither the own object, nor one that nobody else knows yet. */
  private static boolean isAnother(Value value) {
    Origin origin = value.single();
    return !(origin instanceof Origin.Made
        || origin instanceof Origin.Constant
        || new Origin.Parameter(0).equals(origin));
  }

  private boolean mayBe(String type, String guard) {
    return types.getOrDefault(guard, Set.of()).contains(type);
  }

  /** The operands of a call by the slots of the called method; none of a lambda's. */
  static Map<Integer, Value> arguments(CallSite site, Procedure target) {
    Map<Integer, Value> bySlot = new TreeMap<>();
    boolean sameShape =
        target.name().name().equals(site.callee().name())
            && target.isStatic() == site.isStatic()
            && target.type().parameterCount() + (site.isStatic() ? 0 : 1)
                == site.arguments().size();
    int slot = 0;
    for (int i = 0; sameShape && i < site.arguments().size(); i++) {
      bySlot.put(slot, site.arguments().get(i));
      int parameter = i - (site.isStatic() ? 0 : 1);
      slot += parameter < 0 ? 1 : size(target.type().parameterType(parameter));
    }
    return bySlot;
  }

  private static int size(ClassDesc type) {
    return TypeKind.from(type).slotSize();
  }

  /** The internal name of a parameter's type; empty for a number. */
  private static String type(Procedure target, int wanted) {
    int slot = target.isStatic() ? 0 : 1;
    if (wanted < slot) {
      return target.owner();
    }
    for (ClassDesc type : target.type().parameterList()) {
      if (slot == wanted && type.isClassOrInterface()) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
      }
      slot += size(type);
    }
    return "";
  }

  static List<String> pair(String guard) {
    return List.of(guard + "#1", guard + "#2");
  }

  /** Without the number in a pair. */
  public static String family(String object) {
    return object.replaceFirst("^" + ANOTHER, "").replaceFirst("#.$", "");
  }

  /** Whether the object is a key. */
  public static boolean isKey(String object) {
    return Keys.areOf(object);
  }

  boolean hasPairs(String guard) {
    return pairs.contains(guard);
  }

  /** The objects of the parameters of a called method. */
  Map<Integer, String> passed(Frame caller, Act act, Procedure target) {
    Map<Integer, String> passed = new HashMap<>();
    if (!caller.objects().isEmpty()) {
      arguments(act.site(), target)
          .forEach(
              (slot, value) -> {
                String object = object(caller, value);
                if (object != null && mayBe(type(target, slot), family(object))) {
                  passed.put(slot, object);
                }
              });
    }
    keys.pass(caller, act, target, passed);
    return Map.copyOf(passed);
  }

  private static String object(Frame caller, Value value) {
    if (value.single() instanceof Origin.Parameter parameter
        && caller.objects().containsKey(parameter.slot())) {
      return caller.objects().get(parameter.slot());
    }
    String own = own(caller);
    return own == null || own.startsWith(ANOTHER) || !isAnother(value) ? null : ANOTHER + own;
  }

  /** The guards that a region may be of: by its caller, the entered one, or any. */
  List<String> of(List<Frame> around, Frame called, String guard) {
    if (!hasPairs(guard)) {
      return List.of(guard);
    }
    return Keys.areOf(guard)
        ? keys.of(called, guard)
        : of(called.stage() == null ? around : List.of(), own(called), guard);
  }

  /** The guards that a block may be of. */
  List<String> of(List<Frame> here, Act block) {
    String known = object(here.getLast(), block.site().arguments().getFirst());
    return hasPairs(block.guard()) ? of(here, known, block.guard()) : List.of(block.guard());
  }

  private static List<String> of(List<Frame> around, String known, String guard) {
    List<String> pair = pair(guard);
    if (known != null && family(known).equals(guard)) {
      return known.startsWith(ANOTHER)
          ? pair.stream().filter(each -> !known.endsWith(each)).toList()
          : List.of(known);
    }
    List<String> entered =
        pair.stream().filter(each -> Position.isInside(around, each)).limit(1).toList();
    return entered.isEmpty() ? pair : entered;
  }

  /** The objects of a method inside of a block. */
  Map<Integer, String> inside(Frame frame, Act block, String object) {
    boolean own = isOwn(frame.flow().procedure(), block.site().arguments().getFirst());
    return own ? with(frame, block.guard(), object) : frame.objects();
  }

  /** The objects of a called region, with its own. */
  Map<Integer, String> with(Frame called, String guard, String object) {
    if (Keys.areOf(guard)) {
      return keys.with(called, object);
    }
    Map<Integer, String> all = new HashMap<>(called.objects());
    if (hasPairs(guard) && !called.flow().procedure().isStatic()) {
      all.put(0, object);
    }
    return Map.copyOf(all);
  }

  /** The guards of regions of the activities' objects. */
  public Set<String> all() {
    return new LinkedHashSet<>(types.keySet());
  }
}
