package cal.agent.advise;

import cal.agent.advise.Advice.Row;

/** Advice as an aligned table. Stateless. */
public final class AdviceTable {
  private static final String ROW = "%-16s %14s %16s %18s %10s %9s %9s  %s%n";

  private AdviceTable() {}

  /** A row a model, the best marked. */
  public static String of(Advice advice) {
    StringBuilder text = new StringBuilder();
    String unit = advice.unit();
    text.append(
        ROW.formatted(
            "model",
            unit.equals("steps") ? "steps/s" : "runs/s",
            "CPU s/1,000",
            "of two lives",
            "memory MB",
            "refused",
            "failed",
            ""));
    for (Row row : advice.rows()) {
      text.append(
          ROW.formatted(
              row.model(),
              "%,.1f".formatted(row.rate()),
              "%.4f".formatted(row.cpu()),
              "%.4f to %.4f".formatted(row.least(), row.most()),
              row.megabytes(),
              row.refused(),
              row.failed(),
              note(advice, row)));
    }
    return text.toString();
  }

  static String note(Advice advice, Row row) {
    if (row.equals(advice.best())) {
      return "<- best";
    }
    return advice.serves(row) ? "" : "too slow for this load";
  }
}
