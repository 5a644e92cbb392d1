package cal.bench.layered;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Median;
import cal.bench.experiment.Row;
import cal.bench.tournament.Caveats;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.LoadResult;
import cal.cli.process.ProcessFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a mid-level server in its slots. Immutable.
 *
 * @param mid how it was run
 * @param clients how many it had
 * @param oneDisk whether the low-level server does one request at a time
 * @param jvms at least one slot of each JVM
 */
record LayeredFigures(MidLevel mid, int clients, boolean oneDisk, List<List<Layers.Slot>> jvms) {
  static final List<Figure> ALL =
      Figure.table(
          """
          answers_per_second | answers/s        | right answers a second                      | 1 | high
          bound_per_second   | expected at most | the expected bound of answers a second      | 1 | none
          cycle_ms           | cycle ms         | cycle time of a client, ms                  | 0 | low
          cycle_index        | cycle index      | cycle time of a client, the baseline = 100  | 1 | low
          p50_ms             | p50 ms           | median response time, ms                    | 1 | low
          p99_ms             | p99 ms           | 99th percentile of response time, ms        | 1 | low
          mid_utilization    | mid busy %       | utilization of the mid-level server, %      | 0 | none
          low_utilization    | low busy %       | utilization of the low-level server, %      | 0 | none
          mid_cpu            | mid CPU %        | processor of the mid-level server, %        | 0 | none
          low_cpu            | low CPU %        | processor of the low-level server, %        | 0 | none
          generator_cpu_percent
          mid_rss_mb         | mid RSS MB       | memory of the mid-level server, MB          | 1 | low
          mid_threads        | mid threads      | threads of the mid-level server             | 0 | none
          mid_kb_a_thread    | mid KB a thread  | memory of the mid-level server a thread, KB | 0 | none
          """,
          SlotFigures.OF_CONTESTANTS);

  /** From this share of a core on, what runs on it may limit the answers a second. */
  private static final double BUSY = 100 * LoadResult.BUSY;

  /** With fewer, what memory differs from one look to the next is as much as they take. */
  private static final int ENOUGH_THREADS = 10;

  /**
   * Its row.
   *
   * @param bound of answers a second
   * @param base the figures of the baseline, which may be these
   * @param again whether it is the baseline a second time
   * @param with memory with all clients
   * @param gone memory once they have gone
   */
  Row row(
      double bound,
      LayeredFigures base,
      boolean again,
      ProcessFigures.Memory with,
      ProcessFigures.Memory gone) {
    Map<String, Double> row = new LinkedHashMap<>();
    row.put("answers_per_second", median(slot -> slot.clients().answersPerSecond()));
    row.put("bound_per_second", bound);
    row.put("cycle_ms", Index.mean(cycles()));
    row.put("p50_ms", median(slot -> slot.clients().p50Millis()));
    row.put("p99_ms", median(slot -> slot.clients().p99Millis()));
    row.put("mid_utilization", median(slot -> 100 * slot.midBusy() / mid.threads(clients)));
    row.put("low_utilization", median(this::lowUtilization));
    row.put("mid_cpu", median(LayeredFigures::midProcessor));
    row.put("low_cpu", median(slot -> 100 * slot.lowCpu()));
    row.put(SlotFigures.GENERATOR, median(LayeredFigures::generator));
    row.put("mid_rss_mb", with.resident() / 1048576.0);
    row.put("mid_threads", (double) with.threads());
    row.put("mid_kb_a_thread", kilobytesAThread(with, gone));
    Index index = base.jvms == jvms ? Index.BASE : Index.of(cycles(), base.cycles());
    Map<String, Long> errors = new TreeMap<>();
    slots()
        .forEach(
            slot ->
                slot.clients()
                    .errors()
                    .forEach((kind, count) -> errors.merge(kind.toString(), count, Long::sum)));
    return new Row(
        mid.name(), again, row, index == null ? Map.of() : Map.of("cycle_index", index), errors);
  }

  /** A disk is busy or not; what waits for any number may have a request of each client. */
  private double lowUtilization(Layers.Slot slot) {
    return 100 * (oneDisk ? slot.lowUsed() : slot.lowBusy() / clients);
  }

  private static double midProcessor(Layers.Slot slot) {
    Double seconds = slot.clients().serverCpuSeconds();
    return seconds == null ? Double.NaN : 100 * seconds / slot.clients().seconds();
  }

  private static double generator(Layers.Slot slot) {
    return 100 * slot.clients().generatorCpuShare();
  }

  /**
   * The memory that each thread has given back; no number where few have ended, or where they come
   * and go with requests, so that there are others when memory is looked at than when they are
   * counted.
   */
  private double kilobytesAThread(ProcessFigures.Memory with, ProcessFigures.Memory gone) {
    int threads = with.threads() - gone.threads();
    return threads < ENOUGH_THREADS || mid.isHandingOff()
        ? Double.NaN
        : (with.resident() - gone.resident()) / 1024.0 / threads;
  }

  /** Adds what a reader must know. */
  void warn(List<String> warnings) {
    double core = median(slot -> generator(slot) + 100 * slot.lowCpu());
    if (core >= BUSY) {
      warnings.add(
          ("the clients of %s and its low-level server took %.0f%% of their core, so they may limit"
                  + " its answers/s")
              .formatted(mid.name(), core));
    }
    Caveats.addOthers(mid.name(), slots().stream().map(Layers.Slot::clients), warnings);
    slots().stream()
        .filter(slot -> !slot.clients().isRight())
        .findFirst()
        .ifPresent(slot -> warnings.add(mid.name() + ": " + slot.clients().warnings()));
  }

  private List<Layers.Slot> slots() {
    return jvms.stream().flatMap(List::stream).toList();
  }

  /** Milliseconds in each JVM, the median of its slots. */
  private List<Double> cycles() {
    return jvms.stream()
        .map(slots -> Median.of(slots, slot -> clients * 1000 / slot.clients().answersPerSecond()))
        .toList();
  }

  private double median(ToDoubleFunction<Layers.Slot> figure) {
    return Median.of(slots(), figure);
  }
}
