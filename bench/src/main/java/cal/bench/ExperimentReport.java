package cal.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What an experiment has found so far, a row a server, written anew after each. Confined to one
 * thread.
 *
 * @param <R> a row, for JSON
 */
final class ExperimentReport<R> {
  private final ResultFiles files;
  private final String text;
  private final Map<String, String> machine;
  private final Map<String, Function<R, String>> columns = new LinkedHashMap<>();
  private final List<R> rows = new ArrayList<>();
  private Function<List<R>, List<String>> remarks = all -> List.of();

  /** {@code text} is the title, and what a reader has to know, as Markdown. */
  ExperimentReport(ResultFiles files, Map<String, String> machine, String text) {
    this.files = files;
    this.machine = machine;
    this.text = text;
  }

  /** The JSON file. Immutable. */
  record Content<R>(
      @JsonProperty("machine") Map<String, String> machine,
      @JsonProperty("remarks") List<String> remarks,
      @JsonProperty("rows") List<R> rows) {}

  ExperimentReport<R> column(String name, Function<R, String> cell) {
    columns.put(name, cell);
    return this;
  }

  /** Sentences on all rows, which stand above the table: missed goals, and noise. */
  ExperimentReport<R> remarks(Function<List<R>, List<String>> sentences) {
    remarks = sentences;
    return this;
  }

  /** Adds a row and writes both files. */
  void add(R row) {
    rows.add(row);
    files.write(new Content<>(machine, remarks.apply(rows), rows), markdown());
  }

  /** The table for people, with its text. */
  String markdown() {
    StringBuilder markdown = new StringBuilder(text.strip() + "\n\n" + machine + "\n\n");
    List<String> sentences = remarks.apply(rows);
    sentences.forEach(sentence -> markdown.append("- ").append(sentence).append('\n'));
    markdown.append(sentences.isEmpty() ? "" : "\n");
    markdown.append("| ").append(String.join(" | ", columns.keySet())).append(" |\n|---|");
    markdown.append("--:|".repeat(columns.size() - 1)).append('\n');
    for (R row : rows) {
      List<String> cells = columns.values().stream().map(column -> column.apply(row)).toList();
      markdown.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    return markdown.toString();
  }
}
