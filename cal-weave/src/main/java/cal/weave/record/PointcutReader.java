package cal.weave.record;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads the text of a pointcut into a tree. For a single thread and text. */
final class PointcutReader {
  /** Named pointcuts are not looked up deeper than this. */
  private static final int DEPTH = 20;

  private final String text;
  private final Function<String, String> named;
  private final int depth;
  private int at;

  private PointcutReader(String text, Function<String, String> named, int depth) {
    this.text = text;
    this.named = named;
    this.depth = depth;
  }

  /**
   * Reads a pointcut.
   *
   * @param named the text of a pointcut by its name; null if unknown
   */
  static Pointcut read(String text, Function<String, String> named) {
    return read(text, named, 0);
  }

  private static Pointcut read(String text, Function<String, String> named, int depth) {
    PointcutReader reader = new PointcutReader(text, named, depth);
    Pointcut pointcut = reader.either();
    // A text that is not understood may match anything.
    return reader.isAt("") ? pointcut : new Pointcut.Designator("", text);
  }

  private Pointcut either() {
    List<Pointcut> operands = new ArrayList<>();
    do {
      Pointcut next = all();
      operands.addAll(
          next instanceof Pointcut.Either(List<Pointcut> inner) ? inner : List.of(next));
    } while (take("||"));
    return operands.size() == 1 ? operands.getFirst() : new Pointcut.Either(operands);
  }

  private Pointcut all() {
    List<Pointcut> operands = new ArrayList<>();
    do {
      Pointcut next = single();
      operands.addAll(next instanceof Pointcut.All(List<Pointcut> inner) ? inner : List.of(next));
    } while (take("&&"));
    return operands.size() == 1 ? operands.getFirst() : new Pointcut.All(operands);
  }

  private Pointcut single() {
    if (take("!")) {
      return new Pointcut.Not(single());
    }
    if (take("(")) {
      Pointcut inner = either();
      take(")");
      return inner;
    }
    int name = at;
    while (at < text.length() && "()&|".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String kind = text.substring(name, at).strip();
    return designator(kind, argument());
  }

  private Pointcut designator(String kind, String argument) {
    String other = depth < DEPTH ? named.apply(kind) : null;
    return other == null || other.isBlank()
        ? new Pointcut.Designator(kind, argument)
        : read(other, named, depth + 1);
  }

  /** The text from the parenthesis here to its match. */
  private String argument() {
    int open = at;
    int nesting = 0;
    while (at < text.length()) {
      char c = text.charAt(at++);
      nesting += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (nesting == 0) {
        return text.substring(open + 1, at - 1).strip();
      }
    }
    return "";
  }

  private boolean take(String token) {
    boolean is = isAt(token);
    at += is ? token.length() : 0;
    return is;
  }

  /** Skips blanks; with an empty token, whether the text has ended. */
  private boolean isAt(String token) {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return token.isEmpty() ? at == text.length() : text.startsWith(token, at);
  }
}
