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
              figure(row.cpu()),
              figure(row.least()) + " to " + figure(row.most()),
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
    if (!row.answers()) {
      return "nothing ended well";
    }
    if (advice.loses(row)) {
      return "refused or failed %.0f%% of its activities".formatted(100 * row.lost());
    }
    return advice.serves(row) ? "" : "too slow for this load";
  }

  /** CPU seconds, where anything has ended well. */
  static String figure(double seconds) {
    return Double.isNaN(seconds) ? "-" : "%.4f".formatted(seconds);
  }
}
