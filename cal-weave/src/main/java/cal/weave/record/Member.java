package cal.weave.record;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A method or constructor at a join point, called or executed. Immutable.
 *
 * @param owner the declaring type, or the type of the receiver, in full
 * @param name of a constructor, {@code new}
 * @param result the type of the result; empty for a constructor
 * @param parameters their types, in full
 */
record Member(String owner, String name, String result, List<String> parameters) {
  static Member of(String internalOwner, String name, MethodTypeDesc type) {
    boolean made = name.equals("<init>");
    return new Member(
        internalOwner.replace('/', '.'),
        made ? "new" : name,
        made ? "" : nameOf(type.returnType()),
        type.parameterList().stream().map(Member::nameOf).toList());
  }

  /** The name of a type as in source, in full; nested types after a dollar. */
  static String nameOf(ClassDesc type) {
    if (type.isArray()) {
      return nameOf(type.componentType()) + "[]";
    }
    return type.isPrimitive() || type.packageName().isEmpty()
        ? type.displayName()
        : type.packageName() + "." + type.displayName();
  }

  /**
   * Whether a text such as {@code server.Connection.serve} names the member, with a package or
   * without.
   */
  boolean isNamed(String text) {
    String whole = owner.replace('$', '.') + "." + name;
    String named = text.replace('$', '.');
    return whole.equals(named) || whole.endsWith("." + named);
  }

  /** {@code Connection.serve}. */
  String shortName() {
    return shortName(owner) + "." + name;
  }

  /** {@code boolean Connection.serve(int)}. */
  String shortText() {
    return text(shortName(result), shortName(), parameters.stream().map(Member::shortName));
  }

  /** With the full names of all types. */
  @Override
  public String toString() {
    return text(result, owner + "." + name, parameters.stream());
  }

  private static String text(String result, String method, Stream<String> parameters) {
    return (result.isEmpty() ? "" : result + " ")
        + method
        + parameters.collect(Collectors.joining(", ", "(", ")"));
  }

  private static String shortName(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }
}
