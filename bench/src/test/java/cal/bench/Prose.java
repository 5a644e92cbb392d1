package cal.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences of a Markdown page: neither its headings, its tables nor its snippets. */
final class Prose {
  private static final Pattern ITEM = Pattern.compile("^(?:[-*]|\\d+\\.) ");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern END = Pattern.compile("(?<=[.!?])\\)?\\s+(?=[A-Z`*(])");

  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z'-]*");

  private static final Set<String> PRONOUNS =
      Set.of("it", "its", "that", "who", "whom", "whose", "what", "one", "those", "they", "them");

  private Prose() {}

  /** The whole text of a page, or of a source. */
  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number of pronouns in 100 words of plain text, each in place of a noun. */
  static double pronouns(String text) {
    List<String> words = WORD.matcher(text).results().map(MatchResult::group).toList();
    long pronouns =
        words.stream().filter(word -> PRONOUNS.contains(word.toLowerCase(Locale.ROOT))).count();
    return 100.0 * pronouns / Math.max(1, words.size());
  }

  /** The sentences in their order; a piece of code counts as one word, a link as its text. */
  static List<String> of(String page) {
    List<String> sentences = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    boolean fenced = false;
    for (String line : page.lines().map(String::strip).toList()) {
      boolean fence = line.startsWith("```");
      fenced ^= fence;
      boolean prose = !fence && !fenced && !line.isEmpty() && "#|<!".indexOf(line.charAt(0)) < 0;
      if (!prose || ITEM.matcher(line).find()) {
        sentences(paragraph).forEach(sentences::add);
        paragraph.setLength(0);
      }
      if (prose) {
        paragraph.append(ITEM.matcher(line).replaceFirst("")).append(' ');
      }
    }
    sentences(paragraph).forEach(sentences::add);
    return sentences;
  }

  private static Stream<String> sentences(StringBuilder paragraph) {
    String plain = LINK.matcher(paragraph).replaceAll("$1");
    return END.splitAsStream(CODE.matcher(plain).replaceAll("Code"))
        .map(String::strip)
        .filter(sentence -> !sentence.isEmpty());
  }
}
