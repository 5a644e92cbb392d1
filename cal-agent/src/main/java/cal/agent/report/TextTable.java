package cal.agent.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** Rows of cells as aligned lines, each column as wide as its widest cell. Stateless. */
public final class TextTable {
  private static final char LEFT = '<';

  private TextTable() {}

  /**
   * Aligns rows.
   *
   * @param columns for each column {@code <}, for words, or {@code >}, for figures
   * @param rows the headings first, each with a cell for each column
   */
  public static List<String> aligned(String columns, List<List<String>> rows) {
    int[] widths = widths(columns, rows);
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringJoiner line = new StringJoiner("  ");
      for (int i = 0; i < widths.length; i++) {
        String blanks = " ".repeat(widths[i] - row.get(i).length());
        line.add(columns.charAt(i) == LEFT ? row.get(i) + blanks : blanks + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Aligns rows, with dashes below the headings. */
  public static List<String> ruled(String columns, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>(rows);
    all.add(1, Arrays.stream(widths(columns, rows)).mapToObj("-"::repeat).toList());
    return aligned(columns, all);
  }

  private static int[] widths(String columns, List<List<String>> rows) {
    int[] widths = new int[columns.length()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }
}
