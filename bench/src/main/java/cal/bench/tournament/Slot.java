package cal.bench.tournament;

import cal.cli.load.result.Latency;
import cal.cli.load.result.LoadResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One slot of a server. Immutable.
 *
 * @param jvm which JVM of the server, from 1
 * @param result what the clients saw
 * @param switches context switches of the machine; null if unknown
 * @param more figures of clients with several phases
 */
public record Slot(int jvm, LoadResult result, Long switches, Map<String, Double> more) {
  /** One of a server alone. */
  public Slot(int jvm, LoadResult result, Long switches) {
    this(jvm, result, switches, Map.of());
  }

  /** Right answers a second. */
  public double rate() {
    return result.answersPerSecond();
  }

  /** CPU seconds of the server for 1,000 of them; infinite if there were none. */
  public double cpu() {
    Double cpu = result.serverCpuSecondsPer1000();
    return cpu == null ? Double.POSITIVE_INFINITY : cpu;
  }

  /** The 99th percentile of latency, in ms; infinite if there was no answer. */
  public double p99() {
    return result.p99Millis();
  }

  /** Its figures, in the units of their names. */
  Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("seconds", result.seconds());
    figures.put("answers", (double) result.answers());
    figures.put("late_answers", (double) result.lateAnswers());
    figures.put("cpu_seconds", result.serverCpuSeconds());
    putLatency(figures, "latency", result.latency());
    putLatency(figures, "connect", result.connection());
    figures.put("clients_served", (double) result.clientsServed());
    figures.put("errors", (double) result.errorCount());
    figures.put("generator_cpu_share", result.generatorCpuShare());
    figures.put("others_cpu_share", result.othersCpuShare());
    figures.put("context_switches", switches == null ? null : switches.doubleValue());
    figures.putAll(more);
    return figures;
  }

  private static void putLatency(Map<String, Double> figures, String name, Latency latency) {
    figures.put(name + "_mean_us", latency == null ? null : latency.meanMicros());
    figures.put(name + "_p50_us", latency == null ? null : (double) latency.p50Micros());
    figures.put(name + "_p90_us", latency == null ? null : (double) latency.p90Micros());
    figures.put(name + "_p99_us", latency == null ? null : (double) latency.p99Micros());
    figures.put(name + "_p99_9_us", latency == null ? null : (double) latency.p999Micros());
    figures.put(name + "_max_us", latency == null ? null : (double) latency.maxMicros());
  }

  long answers() {
    return result.answers() + result.lateAnswers();
  }

  /** How long clients have waited for their answers, seconds of all of them. */
  double waited() {
    return answers() * result.latency().meanMicros() / 1e6;
  }

  /** Context switches an answer; NaN if unknown. */
  public double switchesAnAnswer() {
    return switches == null || answers() == 0 ? Double.NaN : (double) switches / answers();
  }
}
