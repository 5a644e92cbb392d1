package cal.weave.check;

import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The uses of input and output by methods, directly or by calls in the given classes. Each method
 * is looked at once, however many calls lead there. Not thread-safe.
 */
final class NetworkUses {
  /** The kinds of input and output of a conversation. */
  enum Use {
    ACCEPTS,
    READS,
    WRITES
  }

  private final Program program;

  /**
   * By a {@link Procedure}, or by the {@link MethodName} of a call, with the uses of all possible
   * callees.
   */
  private final Map<Object, Set<Use>> uses = new HashMap<>();

  private final Map<Object, Set<Object>> callers = new HashMap<>();
  private int visits;

  NetworkUses(Program program) {
    this.program = program;
  }

  static boolean isConversation(Set<Use> uses) {
    return uses.contains(Use.ACCEPTS) || (uses.contains(Use.READS) && uses.contains(Use.WRITES));
  }

  /** The uses of a method, and of its callees in the given classes. */
  Set<Use> of(Procedure procedure) {
    if (!uses.containsKey(procedure)) {
      tellCallers(explore(procedure));
    }
    return uses.get(procedure);
  }

  /** How often a method, or the name of a call, was looked at until now. */
  int visits() {
    return visits;
  }

  /** Looks at all new callees of a method. */
  private Deque<Object> explore(Procedure start) {
    Deque<Object> found = new ArrayDeque<>();
    Deque<Object> open = new ArrayDeque<>(List.of(start));
    uses.put(start, EnumSet.noneOf(Use.class));
    while (!open.isEmpty()) {
      Object next = open.pop();
      visits++;
      found.push(next);
      for (Object callee : calleesOf(next)) {
        callers.computeIfAbsent(callee, key -> new LinkedHashSet<>()).add(next);
        if (uses.putIfAbsent(callee, EnumSet.noneOf(Use.class)) == null) {
          open.push(callee);
        } else {
          uses.get(next).addAll(uses.get(callee));
        }
      }
    }
    return found;
  }

  private Collection<?> calleesOf(Object node) {
    if (node instanceof MethodName name) {
      return program.subtypes(name.owner()).stream()
          .map(type -> program.resolve(new MethodName(type, name.name(), name.descriptor())))
          .filter(Objects::nonNull)
          .distinct()
          .toList();
    }
    Set<MethodName> names = new LinkedHashSet<>();
    for (CallSite site : ((Procedure) node).calls()) {
      uses.get(node).addAll(direct(site));
      names.add(site.callee());
    }
    return names;
  }

  /** A method is told again when its callees have more uses: three times at most. */
  private void tellCallers(Deque<Object> changed) {
    while (!changed.isEmpty()) {
      Object callee = changed.pop();
      for (Object caller : callers.getOrDefault(callee, Set.of())) {
        if (uses.get(caller).addAll(uses.get(callee))) {
          changed.push(caller);
        }
      }
    }
  }

  /** The use by a call itself. */
  static Set<Use> direct(CallSite site) {
    String owner = site.callee().owner();
    String name = site.callee().name();
    boolean network = owner.startsWith("java/net/") || owner.startsWith("java/nio/channels/");
    if (network && name.equals("accept")) {
      return Set.of(Use.ACCEPTS);
    }
    if (!network && !owner.startsWith("java/io/") && !owner.equals("java/util/Scanner")) {
      return Set.of();
    }
    boolean scans = owner.equals("java/util/Scanner") && name.startsWith("hasNext");
    if (scans || name.startsWith("read") || name.startsWith("next") || name.equals("transferTo")) {
      return Set.of(Use.READS);
    }
    return name.startsWith("write") || name.startsWith("print") || name.equals("flush")
        ? Set.of(Use.WRITES)
        : Set.of();
  }
}
