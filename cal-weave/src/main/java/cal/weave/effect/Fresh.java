package cal.weave.effect;

import cal.weave.code.CallSite;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Value;

/** Objects that nobody else knows yet, since a method has made them. Stateless. */
final class Fresh {
  /** Methods of the JDK whose result is new. */
  private static final String COPIES =
      "\\[.*\\.clone|java/util/Arrays\\.copyOf(Range)?|java/lang/StringBuilder\\..*"
          + "|java/lang/String\\.(toCharArray|getBytes|split)|java/util/.*\\.toArray";

  private Fresh() {}

  /** Whether the object of an instruction, its deepest operand, is new. */
  static boolean isFirst(Procedure procedure, int at) {
    return is(procedure, procedure.values().operands(at).getFirst());
  }

  /** Whether an object is new, or under construction by the method. */
  static boolean is(Procedure procedure, Value value) {
    return !value.origins().isEmpty()
        && value.origins().stream().allMatch(origin -> is(procedure, origin));
  }

  private static boolean is(Procedure procedure, Origin origin) {
    return switch (origin) {
      case Origin.Made _ -> true;
      case Origin.Parameter(int slot) -> slot == 0 && procedure.isConstructor();
      case Origin.Result(int at) ->
          procedure.calls().stream().anyMatch(site -> site.at() == at && copies(site));
      default -> false;
    };
  }

  private static boolean copies(CallSite site) {
    return (site.callee().owner() + "." + site.callee().name()).matches(COPIES);
  }

  /** Whether the length of a new array is a constant. */
  static boolean isOfKnownLength(Procedure procedure, int at) {
    Value length = procedure.values().operands(at).getLast();
    return !length.origins().isEmpty()
        && length.origins().stream().allMatch(origin -> origin instanceof Origin.Constant);
  }
}
