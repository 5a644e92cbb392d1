package cal.bench.effort;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines of source that are neither blank nor comments. Stateless. */
final class CodeLines {
  /** A literal, which may hold what looks like a comment, or a comment. */
  private static final Pattern LITERAL_OR_COMMENT =
      Pattern.compile(
          "(?s)(\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*')|/\\*.*?\\*/|//[^\n]*");

  private CodeLines() {}

  /** How many lines are left without comments. */
  static int in(String source) {
    String code =
        LITERAL_OR_COMMENT
            .matcher(source)
            .replaceAll(
                found ->
                    found.group(1) == null
                        ? found.group().replaceAll("[^\n]", "")
                        : Matcher.quoteReplacement(found.group(1)));
    return (int) code.lines().filter(line -> !line.isBlank()).count();
  }
}
