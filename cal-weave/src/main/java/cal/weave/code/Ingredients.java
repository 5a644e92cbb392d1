package cal.weave.code;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The parts of an object: the arguments of its constructor or factory, and the parts of these, as
 * far as a single method shows.
 */
public final class Ingredients {
  private static final Set<String> PARTS =
      Set.of("getInputStream", "getOutputStream", "getChannel", "socket");

  private Ingredients() {}

  /** The origins of a call's receiver and arguments, and of their own parts. */
  public static Set<Origin> of(CallSite site) {
    Set<Origin> direct = new LinkedHashSet<>();
    site.arguments().forEach(value -> direct.addAll(value.origins()));
    return of(site.caller(), direct);
  }

  /** The given origins in a method, and those of their own parts. */
  public static Set<Origin> of(Procedure caller, Set<Origin> direct) {
    Set<Origin> found = new LinkedHashSet<>();
    ArrayDeque<Origin> open = new ArrayDeque<>(direct);
    while (!open.isEmpty()) {
      Origin next = open.pop();
      if (!(next instanceof Origin.Unknown || next.isConstant()) && found.add(next)) {
        addParts(caller, next, open);
      }
    }
    Origin.Parameter self = new Origin.Parameter(0);
    if (!caller.isStatic() && !direct.contains(self)) {
      found.remove(self);
    }
    return found;
  }

  private static void addParts(Procedure caller, Origin origin, ArrayDeque<Origin> open) {
    for (CallSite site : caller.calls()) {
      boolean makes =
          site.result().equals(origin)
              || (site.isConstructor() && site.receiver().contains(origin));
      if (!makes) {
        continue;
      }
      int first = site.isStatic() || PARTS.contains(site.callee().name()) ? 0 : 1;
      for (Value part : site.arguments().subList(first, site.arguments().size())) {
        open.addAll(part.origins());
      }
    }
  }
}
