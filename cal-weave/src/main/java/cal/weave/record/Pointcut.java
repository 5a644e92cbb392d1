package cal.weave.record;

import cal.weave.code.Hierarchy;
import cal.weave.support.MethodPattern;
import cal.weave.support.TypePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pointcut as a tree, to find an operand of {@code ||} without a match: AspectJ asks all operands
 * together. The tree judges in favour of an operand; designators other than {@code call}, {@code
 * execution} and {@code within} may match any join point. Immutable.
 */
sealed interface Pointcut {
  /**
   * Whether the pointcut may have matched a join point.
   *
   * @param match of the aspect
   */
  boolean may(Match match, Hierarchy types);

  /**
   * The first operand without a match; nothing if all have a match.
   *
   * @param matches of the aspect
   */
  Optional<Pointcut> unmatched(List<Match> matches, Hierarchy types);

  /** Some pointcuts, each of which counts for itself. */
  record Either(List<Pointcut> operands) implements Pointcut {
    @Override
    public boolean may(Match match, Hierarchy types) {
      return operands.stream().anyMatch(each -> each.may(match, types));
    }

    @Override
    public Optional<Pointcut> unmatched(List<Match> matches, Hierarchy types) {
      return operands.stream().flatMap(e -> e.unmatched(matches, types).stream()).findFirst();
    }

    @Override
    public String toString() {
      return joined(operands, " || ");
    }
  }

  /** Some pointcuts, all of which match. */
  record All(List<Pointcut> operands) implements Pointcut {
    @Override
    public boolean may(Match match, Hierarchy types) {
      return operands.stream().allMatch(each -> each.may(match, types));
    }

    @Override
    public Optional<Pointcut> unmatched(List<Match> matches, Hierarchy types) {
      List<Match> left = matches.stream().filter(match -> may(match, types)).toList();
      Optional<Pointcut> operand =
          operands.stream()
              .filter(each -> each instanceof Either)
              .flatMap(each -> each.unmatched(left.isEmpty() ? matches : left, types).stream())
              .findFirst();
      return operand.isPresent() || !left.isEmpty() ? operand : Optional.of(this);
    }

    @Override
    public String toString() {
      return joined(operands, " && ");
    }
  }

  /** A negation, meant to match little. */
  record Not(Pointcut operand) implements Pointcut {
    @Override
    public boolean may(Match match, Hierarchy types) {
      return true;
    }

    @Override
    public Optional<Pointcut> unmatched(List<Match> matches, Hierarchy types) {
      return Optional.empty();
    }

    @Override
    public String toString() {
      return "!" + operand;
    }
  }

  /** A designator, such as {@code call(boolean Connection.serve())}. */
  record Designator(String kind, String argument) implements Pointcut {
    /** Whether the argument is the pattern of a method. */
    boolean isOfMethods() {
      return kind.equals("call") || kind.equals("execution");
    }

    @Override
    public boolean may(Match match, Hierarchy types) {
      return switch (kind) {
        case "call", "execution" ->
            match.members().isEmpty()
                || MethodPattern.imported(argument)
                    .map(p -> match.members().stream().anyMatch(m -> may(p, m, types)))
                    .orElse(true);
        case "within" -> mayBeWithin(match.point().type());
        default -> true;
      };
    }

    private static boolean may(MethodPattern pattern, Member member, Hierarchy types) {
      return pattern.isNamed(member.name())
          && pattern.hasTypes(member.result(), member.parameters())
          && types.may(member.owner(), pattern::isOf);
    }

    /** A type is within itself, and within its outer types. */
    private boolean mayBeWithin(String site) {
      int nested = site.lastIndexOf('$');
      return TypePattern.imported(argument).matches(site)
          || (nested > 0 && mayBeWithin(site.substring(0, nested)));
    }

    @Override
    public Optional<Pointcut> unmatched(List<Match> matches, Hierarchy types) {
      return matches.stream().anyMatch(match -> may(match, types))
          ? Optional.empty()
          : Optional.of(this);
    }

    @Override
    public String toString() {
      return kind + "(" + argument + ")";
    }
  }

  private static String joined(List<Pointcut> operands, String between) {
    List<String> texts = new ArrayList<>();
    for (Pointcut each : operands) {
      texts.add(each instanceof Either || each instanceof All ? "(" + each + ")" : each.toString());
    }
    return String.join(between, texts);
  }
}
