package cal.agent.advise;

import cal.agent.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Advice as an aligned table. Stateless. */
public final class AdviceTable {
  private static final String COLUMNS = "<>>>>>>><";

  private AdviceTable() {}

  /** A row a model, the best marked. */
  public static String of(Advice advice) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(headings(advice));
    advice.rows().forEach(row -> rows.add(cells(advice, row)));
    return TextTable.aligned(COLUMNS, rows).stream()
        .map("%s%n"::formatted)
        .collect(Collectors.joining());
  }

  static List<String> headings(Advice advice) {
    return List.of(
        "model",
        advice.work().unit().rate,
        "CPU s/1,000",
        "of lives",
        "lives",
        "memory MB",
        "refused",
        "failed",
        "");
  }

  static List<String> cells(Advice advice, Row row) {
    return List.of(
        row.model(),
        "%,.1f".formatted(row.rate()),
        figure(row.cpu()),
        figure(row.least()) + " to " + figure(row.most()),
        String.valueOf(row.lives()),
        String.valueOf(row.megabytes()),
        String.valueOf(row.refused()),
        String.valueOf(row.failed()),
        note(advice, row));
  }

  private static String note(Advice advice, Row row) {
    if (row.equals(advice.best())) {
      return "<- best";
    }
    if (!row.answers()) {
      return "nothing ended well";
    }
    if (advice.loses(row)) {
      return "refused or failed %.0f%% of its activities".formatted(100 * row.lost());
    }
    if (!advice.serves(row)) {
      return "too slow for this load";
    }
    return advice.asGood().contains(row) ? "as good" : "";
  }

  /** CPU seconds, where anything has ended well. */
  static String figure(double seconds) {
    return Double.isNaN(seconds) ? "-" : "%.4f".formatted(seconds);
  }
}
