package cal.weave.calls;

import cal.weave.code.MethodName;
import cal.weave.code.Program;
import cal.weave.support.MethodPattern;
import java.lang.constant.MethodTypeDesc;

/**
 * The methods of a program behind a pattern. {@code TYPE} means all methods of the type, declared
 * or inherited, called on the type or on a subtype; {@code TYPE+} also methods of subtypes alone.
 * Stateless.
 */
public final class Methods {
  private Methods() {}

  /** Whether a method, called on {@code name.owner()} or declared there, is meant. */
  public static boolean areMeant(MethodPattern pattern, Program program, MethodName name) {
    return pattern.isNamed(name.name())
        && pattern.hasTypes(MethodTypeDesc.ofDescriptor(name.descriptor()))
        && program.supertypes(name.owner()).stream()
            .anyMatch(above -> pattern.isOf(above) && has(pattern, program, name, above));
  }

  private static boolean has(
      MethodPattern pattern, Program program, MethodName name, String above) {
    return pattern.subtypes()
        || above.equals(name.owner())
        || !program.has(above)
        || program.resolve(new MethodName(above, name.name(), name.descriptor())) != null;
  }
}
