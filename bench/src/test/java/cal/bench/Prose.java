package cal.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences of a Markdown page: neither its headings, its tables nor its snippets. */
final class Prose {
  private static final Pattern ITEM = Pattern.compile("^(?:[-*]|\\d+\\.) ");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern END = Pattern.compile("(?<=[.!?])\\)?\\s+(?=[A-Z`*(])");

  private Prose() {}

  /** The whole text of a page, or of a source. */
  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
