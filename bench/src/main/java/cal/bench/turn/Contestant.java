package cal.bench.turn;

import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.load.ErrorKind;
import cal.bench.load.Fairness;
import cal.bench.load.LoadResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/** What one server has shown in all its turns. Confined to one thread. */
public final class Contestant {
  private final List<Turn> turns = new ArrayList<>();
  private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
  private final List<long[]> perClient = new ArrayList<>();
  private int threads;
  private long resident;

  /** Adds a turn that counts. */
  public void add(Turn turn) {
    turns.add(turn);
  }

  /** Adds what went wrong, in turns that count and others. */
  public void addErrors(LoadResult result) {
    result.errors().forEach((kind, number) -> errors.merge(kind, number, Long::sum));
  }

  /** Adds how many threads it has between turns. */
  public void addThreads(int seen) {
    threads = Math.max(threads, seen);
  }

  /**
   * Adds what a set of JVMs comes to: the answers to each client, and the most memory, in bytes.
   */
  public void addFork(long peak, long... answers) {
    resident = Math.max(resident, peak);
    perClient.add(answers);
  }

  public List<Turn> turns() {
    return turns;
  }

  /** Of all turns. */
  public Map<ErrorKind, Long> errors() {
    return errors;
  }

  /**
   * How many clients had an answer in some turn: the fewest of all sets of JVMs, so that clients
   * who starved in one of them are not hidden by the others.
   */
  public long served() {
    return perClient.stream()
        .mapToLong(fork -> LongStream.of(fork).filter(answers -> answers > 0).count())
        .min()
        .orElse(0);
  }

  /**
   * Of the answers to each client in all turns of a set of JVMs: the median of all sets in which
   * there were any; null if there is none.
   */
  public Double fairness() {
    List<Double> forks = perClient.stream().map(Fairness::of).filter(Objects::nonNull).toList();
    return forks.isEmpty() ? null : Ratio.median(forks, Double::doubleValue);
  }

  /** Its row, beside the baseline, which has no ratios. */
  public Row row(String name, boolean again, Contestant baseline) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(TurnFigures.ANSWERS, median(Turn::rate));
    figures.put(TurnFigures.CPU, median(Turn::cpu));
    figures.put(TurnFigures.P50, median(turn -> turn.result().p50Millis()));
    figures.put(TurnFigures.P99, median(turn -> turn.result().p99Millis()));
    figures.put(TurnFigures.FAIRNESS, fairness());
    figures.put(TurnFigures.SERVED, (double) served());
    figures.put(TurnFigures.PEAK_MEMORY, resident / 1048576.0);
    figures.put(TurnFigures.THREADS, (double) threads);
    figures.put(TurnFigures.SWITCHES, median(Turn::switchesAnAnswer));
    figures.put(
        TurnFigures.GENERATOR, median(turn -> turn.result().generatorCpuShare() * 100));
    Map<String, Ratio> ratios =
        this == baseline ? Map.of() : TurnFigures.ratios(turns, baseline.turns);
    Map<String, Long> counts = new LinkedHashMap<>();
    errors.forEach((kind, number) -> counts.put(kind.toString(), number));
    return new Row(name, again, figures, ratios, counts);
  }

  private double median(ToDoubleFunction<Turn> figure) {
    return Ratio.median(turns, figure);
  }

  /** Adds what a reader must know: wrong answers, and others at work on the server's cores. */
  public void warn(String name, List<String> warnings) {
    turns.stream()
        .filter(turn -> !turn.result().isRight() && turn.result().answers() > 0)
        .findFirst()
        .ifPresent(turn -> warnings.add(name + " answered wrongly: " + turn.result().warnings()));
    Caveats.addOthers(name, turns.stream().map(Turn::result), warnings);
  }
}
