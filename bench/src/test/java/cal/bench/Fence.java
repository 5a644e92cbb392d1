package cal.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A snippet of a Markdown document: what stands between two fences. Immutable. */
public record Fence(String language, String body) {
  private static final Pattern FENCE =
      Pattern.compile("^ *```(\\w*)\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** All of a text, in order. */
  public static List<Fence> all(String text) {
    return FENCE
        .matcher(text)
        .results()
        .map(match -> new Fence(match.group(1), match.group(2)))
        .toList();
  }

  /** Those of a document in one language. */
  public static List<String> of(Path document, String language) {
    return all(Prose.text(document)).stream()
        .filter(fence -> fence.language().equals(language))
        .map(Fence::body)
        .toList();
  }
}
