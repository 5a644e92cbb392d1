package cal.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An aligned table in plain text: the first columns to the left, figures to the right. A row of no
 * cells is an empty line. Not thread-safe.
 */
final class TextTable {
  private final List<String> header;
  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(int leftColumns, String... header) {
    this.leftColumns = leftColumns;
    this.header = List.of(header);
  }

  void add(List<String> cells) {
    if (!cells.isEmpty() && cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "a row of " + cells.size() + " cells under a header of " + header.size());
    }
    rows.add(List.copyOf(cells));
  }

  /** The table's lines, header first, without trailing blanks. */
  String text() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    lines.add(line(header, widths));
    lines.add(line(IntStream.of(widths).mapToObj("-"::repeat).toList(), widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return String.join(System.lineSeparator(), lines);
  }

  private int[] widths() {
    int[] widths = header.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? "" : "  ");
      line.append(i < leftColumns ? cells.get(i) + padding : padding + cells.get(i));
    }
    return line.toString().stripTrailing();
  }
}
