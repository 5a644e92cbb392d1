package cal.bench;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Ratio;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What servers that have turns are compared by, whatever they are asked for. Stateless. */
final class TurnFigures {
  static final Figure ANSWERS =
      new Figure("answers_per_second", "answers/s", "right answers a second", 0, Best.HIGH);

  static final Figure ANSWERS_RATIO =
      new Figure("answers_ratio", "answers/s ratio", "answers/s over the baseline's", 2, Best.HIGH);

  static final Figure CPU =
      new Figure(
          "cpu_seconds_per_1000_answers",
          "CPU s/1,000",
          "server CPU seconds for 1,000 answers",
          4,
          Best.LOW);

  static final Figure CPU_RATIO =
      new Figure(
          "cpu_ratio", "CPU ratio", "the baseline's CPU time an answer over its own", 2, Best.HIGH);

  static final Figure PEAK_MEMORY =
      new Figure(
          "peak_rss_mb", "peak RSS MB", "peak resident memory, heap included, MB", 0, Best.LOW);

  static final Figure SWITCHES =
      new Figure(
          "context_switches_per_answer",
          "switches an answer",
          "context switches an answer",
          2,
          Best.LOW);

  static final Figure GENERATOR =
      new Figure(
          "generator_cpu_percent", "clients' core %", "CPU of the load generator, %", 0, Best.NONE);

  static final Figure P50 = new Figure("p50_ms", "p50 ms", "median latency, ms", 2, Best.LOW);

  static final Figure P99 =
      new Figure("p99_ms", "p99 ms", "99th percentile of latency, ms", 1, Best.LOW);

  static final Figure SERVED =
      new Figure("clients_served", "served", "clients that had an answer", 0, Best.NONE);

  private TurnFigures() {}

  /** To the baseline, both above 1 in favour of the server; without those that no turn has. */
  static Map<String, Ratio> ratios(List<Tournament.Turn> turns, List<Tournament.Turn> baseline) {
    Map<String, Ratio> ratios = new LinkedHashMap<>();
    put(ratios, ANSWERS_RATIO, turns, baseline, Tournament.Turn::rate);
    put(ratios, CPU_RATIO, baseline, turns, Tournament.Turn::cpu);
    return ratios;
  }

  private static void put(
      Map<String, Ratio> ratios,
      Figure figure,
      List<Tournament.Turn> over,
      List<Tournament.Turn> under,
      ToDoubleFunction<Tournament.Turn> value) {
    Ratio ratio = Tournament.ratio(over, under, value);
    if (ratio != null) {
      ratios.put(figure.key(), ratio);
    }
  }
}
