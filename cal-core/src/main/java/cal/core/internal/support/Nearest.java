package cal.core.internal.support;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the probably meant word: the least edit distance (Levenshtein, 1966). */
public final class Nearest {
  /** As many letters may be wrong, missing or swapped in a misspelt word. */
  private static final int SLIP = 2;

  private Nearest() {}

  /**
   * Finds the nearest word.
   *
   * @param word as written
   * @param known the right words
   * @return the first of the nearest words; {@code nothing} without any word
   */
  public static String to(String word, Collection<String> known) {
    return known.stream()
        .min(Comparator.<String>comparingInt(k -> distance(word, k)).thenComparing(k -> k))
        .orElse("nothing");
  }

  /** The nearest word, unless the word is another one altogether. */
  public static Optional<String> misspelt(String word, Collection<String> known) {
    return Optional.of(to(word, known)).filter(nearest -> distance(word, nearest) <= SLIP);
  }

  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substitution, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
