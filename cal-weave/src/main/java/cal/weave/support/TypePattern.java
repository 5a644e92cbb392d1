package cal.weave.support;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A pattern of type names, in the syntax of AspectJ: {@code *} is any run of characters without a
 * dot, {@code ..} any number of packages, {@code *} alone any type; {@code .} or {@code $} stand
 * before a nested type. Immutable.
 */
public final class TypePattern {
  private static final Pattern PLAIN =
      Pattern.compile("[\\w$.*\\[\\]]+", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern SIMPLE = Pattern.compile("[A-Z]\\w*(\\[])*");

  /** Null for any type. */
  private final Pattern names;

  private TypePattern(Pattern names) {
    this.names = names;
  }

  /** Reads a pattern of types named in full, but for types of {@code java.lang}. */
  public static TypePattern inFull(String text) {
    String type = plain(text).replaceFirst("\\+$", "");
    if (type.equals("*")) {
      return new TypePattern(null);
    }
    String prefix = SIMPLE.matcher(type).matches() ? "(java\\.lang\\.)?" : "";
    return new TypePattern(
        PLAIN.matcher(type).matches()
            ? Pattern.compile(prefix + glob(type))
            : Pattern.compile(type, Pattern.LITERAL));
  }

  /**
   * Reads a pattern whose types may be imported where the pattern stands, so that any package may
   * be meant. A pattern of unknown syntax means any type.
   */
  public static TypePattern imported(String text) {
    String type = plain(text);
    boolean any = !PLAIN.matcher(type).matches() || type.endsWith(".") || type.equals("*");
    return new TypePattern(any ? null : Pattern.compile("(?:.*\\.)?" + glob(type)));
  }

  /** A variable number of arguments is an array. */
  private static String plain(String text) {
    return text.strip().replaceFirst("\\.\\.\\.$", "[]");
  }

  private static String glob(String type) {
    return Arrays.stream(type.replace('$', '.').split("\\.\\.", -1))
        .map(
            part ->
                part.replace(".", "\\.")
                    .replace("[", "\\[")
                    .replace("]", "\\]")
                    .replace("*", "[^.]*"))
        .collect(Collectors.joining("\\.(?:.*\\.)?"));
  }

  /**
   * Whether a type is meant.
   *
   * @param type in full, with dots, dollars or slashes
   */
  public boolean matches(String type) {
    return names == null || names.matcher(type.replace('/', '.').replace('$', '.')).matches();
  }
}
