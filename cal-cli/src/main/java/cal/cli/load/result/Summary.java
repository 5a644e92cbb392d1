package cal.cli.load.result;

import java.util.ArrayList;
import java.util.List;

/** A round of load for people. Stateless. */
public final class Summary {
  private Summary() {}

  /** Some aligned lines, each figure with its unit. */
  public static String of(LoadResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s at %s: %,d clients, %s sessions, requests of %,d bytes, %s s"
            .formatted(
                result.service(),
                result.server(),
                result.clients(),
                result.sessions().word(),
                result.requestBytes(),
                number(result.seconds())));
    add(lines, "answers", "%,d, all checked".formatted(result.answers()));
    add(lines, "rate", "%,.0f answers/s".formatted(result.answersPerSecond()));
    Latency latency = result.latency();
    if (latency != null) {
      add(
          lines,
          "latency",
          "p50 %s ms, p90 %s ms, p99 %s ms, p99.9 %s ms, max %s ms"
              .formatted(
                  millis(latency.p50Micros()),
                  millis(latency.p90Micros()),
                  millis(latency.p99Micros()),
                  millis(latency.p999Micros()),
                  millis(latency.maxMicros())));
    }
    if (result.connection() != null) {
      add(
          lines,
          "connecting",
          "p50 %s ms, p99 %s ms"
              .formatted(
                  millis(result.connection().p50Micros()),
                  millis(result.connection().p99Micros())));
    }
    add(lines, "served", "%,d of %,d clients".formatted(result.clientsServed(), result.clients()));
    if (result.fairness() != null) {
      add(lines, "fairness", "%.2f (1 = each client got the same)".formatted(result.fairness()));
    }
    if (result.serverCpuSecondsPer1000() != null) {
      add(
          lines,
          "server CPU",
          "%.4f s per 1,000 answers (process %d)"
              .formatted(result.serverCpuSecondsPer1000(), result.serverPid()));
    }
    add(lines, "generator", "%.0f%% of a core".formatted(result.generatorCpuShare() * 100));
    add(lines, "errors", result.errors().isEmpty() ? "none" : result.errors().toString());
    result.warnings().forEach(warning -> lines.add("  note: " + warning));
    return String.join(System.lineSeparator(), lines);
  }

  /** Milliseconds, as many digits as are worth reading. */
  public static String millis(long micros) {
    return number(micros / 1000.0);
  }

  /** Three digits, more before the point. */
  public static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return format.formatted(value);
  }

  private static void add(List<String> lines, String name, String text) {
    lines.add("  %-12s".formatted(name) + text);
  }
}
