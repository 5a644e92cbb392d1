package cal.core.internal.record;

import cal.core.internal.support.Nearest;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says that an operand of a pointcut matches nothing, and what was probably meant. Stateless. */
final class Unmatched {
  /** {@code Type.method(} or {@code Type.new(} in a pointcut, with all before it. */
  private static final Pattern SIGNATURE =
      Pattern.compile("(?:call|execution)\\(((?:.*\\s)?([\\w$*.+]+\\.[\\w$*]+)\\s*\\(.*?\\))");

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
        + (execution ? hint(text, "declared", seen.declared()) : callHint(text, seen));
  }

  /** A method that is there needs another remedy than a misspelt one. */
  private static String callHint(String pointcut, WovenClasses seen) {
    Matcher matcher = SIGNATURE.matcher(pointcut);
    if (!matcher.find() || isAmong(seen.called(), matcher.group(2)).isPresent()) {
      return hint(pointcut, "called", seen.called());
    }
    String name = matcher.group(2);
    return isAmong(seen.referenced(), name)
        .map(each -> "; " + each + " is a method reference there, which is no call: write a lambda")
        .or(
            () ->
                isAmong(seen.declared(), name)
                    .map(
                        each ->
                            "; "
                                + each
                                + " is there, and no class that is woven calls it: weave the"
                                + " classes that do"))
        .orElseGet(() -> hint(pointcut, "called", seen.called()));
  }

  private static Optional<String> isAmong(Set<Member> members, String name) {
    return members.stream().filter(each -> each.isNamed(name)).findFirst().map(Member::shortText);
  }

  private static String key(String pointcut) {
    return switch (pointcut) {
      case "captureOnInvocation" -> ".spawn";
      case "captureHandOff" -> ".hand-off";
      default -> "";
    };
  }

  /** As the file has them: without the designator of a signature. */
  private static String signatures(Pointcut operand) {
    return switch (operand) {
      case Pointcut.Designator(String kind, String argument)
          when kind.equals("call") || kind.equals("execution") ->
          argument;
      case Pointcut.All(var all) ->
          all.stream().map(Unmatched::signatures).collect(Collectors.joining(" && "));
      default -> operand.toString();
    };
  }

  private static String hint(String pointcut, String how, Set<Member> members) {
    Matcher matcher = SIGNATURE.matcher(pointcut);
    if (!matcher.find() || members.isEmpty()) {
      return "";
    }
    // Without its package, as the members have their names here.
    String name = matcher.group(2).replaceFirst("^.*\\.(?=[^.]+\\.[^.]+$)", "");
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
            matcher.group(1),
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
