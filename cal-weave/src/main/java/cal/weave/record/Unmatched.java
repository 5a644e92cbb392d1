package cal.weave.record;

import cal.weave.support.MethodPattern;
import cal.weave.support.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports an operand of a pointcut without a match, and the probable meaning. Stateless. */
final class Unmatched {
  private Unmatched() {}

  /**
   * The sentence.
   *
   * @param kind of the aspect, with a blank
   * @param seen the classes whose members are hinted at
   */
  static String sentence(
      String kind,
      LibraryAspects.Binding aspect,
      String pointcut,
      Pointcut operand,
      WovenClasses seen) {
    String text = operand.toString();
    boolean execution = pointcut.startsWith("critical") && !text.contains("call(");
    boolean declared = !aspect.place().isEmpty();
    return (declared
            ? aspect.place() + key(pointcut)
            : kind + aspect.name() + ": pointcut " + pointcut)
        + (execution ? " matches no execution: " : " matches no call: ")
        + (declared ? signatures(operand) : text)
        + signature(operand)
            .map(each -> execution ? executionHint(each, seen) : callHint(each, seen))
            .orElse("");
  }

  /** The first signature with a type in a pointcut. */
  private static Optional<MethodPattern> signature(Pointcut pointcut) {
    return switch (pointcut) {
      case Pointcut.Designator designator when designator.isOfMethods() ->
          MethodPattern.imported(designator.argument()).filter(each -> !each.type().isEmpty());
      case Pointcut.All(var all) -> firstSignature(all);
      case Pointcut.Either(var all) -> firstSignature(all);
      default -> Optional.empty();
    };
  }

  private static Optional<MethodPattern> firstSignature(List<Pointcut> operands) {
    return operands.stream().flatMap(each -> signature(each).stream()).findFirst();
  }

  /** A declared method that is meant, and not executed on an object, is static as a rule. */
  private static String executionHint(MethodPattern signature, WovenClasses seen) {
    return seen.declared().stream()
        .filter(each -> signature.isNamed(each.name()) && signature.isOf(each.owner()))
        .filter(each -> signature.hasTypes(each.result(), each.parameters()))
        .findFirst()
        .map(each -> "; " + each.shortText() + " has no object: write static, and guard: class")
        .orElseGet(() -> hint(signature, "declared", seen.declared()));
  }

  /** A method in the classes needs another remedy than a misspelt name. */
  private static String callHint(MethodPattern signature, WovenClasses seen) {
    String name = nameOf(signature);
    if (isAmong(seen.called(), name).isPresent()) {
      return hint(signature, "called", seen.called());
    }
    return isAmong(seen.referenced(), name)
        .map(each -> "; " + each + " is a method reference there, which is no call: write a lambda")
        .or(
            () ->
                isAmong(seen.declared(), name)
                    .map(
                        each ->
                            "; "
                                + each
                                + " is there, and no woven class calls it; name a called method, or"
                                + " weave the class that calls it"))
        .orElseGet(() -> hint(signature, "called", seen.called()));
  }

  private static Optional<String> isAmong(Set<Member> members, String name) {
    return members.stream().filter(each -> each.isNamed(name)).findFirst().map(Member::shortText);
  }

  private static String key(String pointcut) {
    if (pointcut.equals(DeclaredAspect.SHARED_REGION)) {
      return ".reads";
    }
    return DeclaredAspect.POINTCUTS.entrySet().stream()
        .filter(entry -> entry.getValue().equals(pointcut))
        .map(entry -> "." + entry.getKey())
        .findFirst()
        .orElse("");
  }

  /** As the file has them: without the designator of a signature. */
  private static String signatures(Pointcut operand) {
    return switch (operand) {
      case Pointcut.Designator designator when designator.isOfMethods() -> designator.argument();
      case Pointcut.All(var all) ->
          all.stream().map(Unmatched::signatures).collect(Collectors.joining(" && "));
      default -> operand.toString();
    };
  }

  private static String nameOf(MethodPattern signature) {
    return signature.type() + "." + signature.method();
  }

  private static String hint(MethodPattern signature, String how, Set<Member> members) {
    if (members.isEmpty()) {
      return "";
    }
    // Without its package, as the members have their names here.
    String name = nameOf(signature).replaceFirst("^.*\\.(?=[^.]+\\.[^.]+$)", "");
    boolean constructor = name.endsWith(".new");
    String nearest =
        Nearest.to(
            name,
            texts(
                members.stream()
                    .map(Member::shortName)
                    .filter(each -> each.endsWith(".new") == constructor)));
    String whole =
        Nearest.to(
            signature.toString(),
            texts(
                members.stream()
                    .filter(each -> each.shortName().equals(nearest))
                    .map(Member::shortText)));
    return "; the nearest method that is " + how + " is " + whole;
  }

  private static Collection<String> texts(Stream<String> texts) {
    return texts.collect(Collectors.toSet());
  }
}
