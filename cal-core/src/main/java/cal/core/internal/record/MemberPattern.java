package cal.core.internal.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The pattern of a method or constructor, as AspectJ writes it. It judges in favour of the pattern:
 * where it says no, AspectJ does as well. Immutable.
 *
 * @param type of the declaring type; null for any
 * @param name of the member
 * @param result null for any
 * @param parameters {@code ..} for any number; null for one that may be any type
 */
record MemberPattern(Pattern type, Pattern name, Pattern result, List<String> parameters) {
  private static final Pattern PARTS =
      Pattern.compile("([^()@]*?)([\\w$.*+]+)\\s*\\(([^()@]*)\\)(?:\\s*throws\\b.*)?");

  private static final Pattern MODIFIER =
      Pattern.compile(
          "!?\\s*\\b(?:public|protected|private|static|final|abstract|synchronized|native"
              + "|strictfp|transient|volatile)\\b");

  /**
   * Reads a pattern.
   *
   * @return nothing for one that is not understood, such as one with annotations
   */
  static Optional<MemberPattern> of(String text) {
    Matcher parts = PARTS.matcher(withoutTypeArguments(text).strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    String result = MODIFIER.matcher(parts.group(1)).replaceAll(" ").strip();
    String member = parts.group(2);
    int dot = member.lastIndexOf('.');
    String list = parts.group(3).strip();
    return Optional.of(
        new MemberPattern(
            dot < 0 ? null : typePattern(member.substring(0, dot)),
            Pattern.compile(member.substring(dot + 1).replace("$", "\\$").replace("*", ".*")),
            result.isEmpty() ? null : typePattern(result),
            list.isEmpty() ? List.of() : Arrays.asList(list.split("\\s*,\\s*"))));
  }

  private static String withoutTypeArguments(String text) {
    String shorter = text.replaceAll("<[^<>]*>", "");
    return shorter.equals(text) ? text : withoutTypeArguments(shorter);
  }

  /** A pattern for full names; null where any type may be meant. */
  static Pattern typePattern(String text) {
    String type = text.strip().replaceFirst("\\.\\.\\.$", "[]");
    if (!type.matches("[\\w$.*\\[\\]]+") || type.endsWith(".") || type.equals("*")) {
      return null;
    }
    String dots =
        Arrays.stream(type.replace('$', '.').split("\\.\\.", -1))
            .map(
                part ->
                    part.replace(".", "\\.")
                        .replace("[", "\\[")
                        .replace("]", "\\]")
                        .replace("*", "[^.]*"))
            .collect(Collectors.joining("\\.(?:.*\\.)?"));
    return Pattern.compile("(?:.*\\.)?" + dots);
  }

  /** Whether AspectJ may find the member. */
  boolean may(Member member, Hierarchy types) {
    return name.matcher(member.name()).matches()
        && (result == null || matches(result, member.result()))
        && mayTake(new ArrayList<>(parameters), member.parameters())
        && (type == null || types.may(member.owner(), each -> matches(type, each)));
  }

  static boolean matches(Pattern type, String name) {
    return type.matcher(name.replace('$', '.')).matches();
  }

  private static boolean mayTake(List<String> patterns, List<String> types) {
    if (patterns.isEmpty()) {
      return types.isEmpty();
    }
    List<String> rest = patterns.subList(1, patterns.size());
    if (patterns.getFirst().equals("..")) {
      return mayTake(rest, types)
          || (!types.isEmpty() && mayTake(patterns, types.subList(1, types.size())));
    }
    if (types.isEmpty()) {
      return false;
    }
    Pattern first = typePattern(patterns.getFirst());
    return (first == null || matches(first, types.getFirst()))
        && mayTake(rest, types.subList(1, types.size()));
  }
}
