package cal.bench.tournament;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Index;
import cal.bench.experiment.Median;
import cal.bench.experiment.Row;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.Fairness;
import cal.cli.load.result.Latency;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.support.Failure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The results of a server in all slots. Confined to a thread. */
public final class Contestant {
  /** From this fairness on a server is called fair. */
  private static final double FAIR = 0.95;

  private final List<Slot> slots = new ArrayList<>();
  private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
  private final List<long[]> perClient = new ArrayList<>();
  private final List<Double> offered = new ArrayList<>();
  private final List<Slot> looks = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private int threads;
  private long resident;

  /** Adds a counting slot. */
  public void add(Slot slot) {
    slots.add(slot);
  }

  /** Adds errors, in counting slots and others. */
  public void addErrors(LoadResult result) {
    result.errors().forEach((kind, number) -> errors.merge(kind, number, Long::sum));
  }

  /** Adds the number of threads between slots. */
  public void addThreads(int seen) {
    threads = Math.max(threads, seen);
  }

  /** Adds a JVM's most memory, in bytes. */
  public void addMemory(long peak) {
    resident = Math.max(resident, peak);
  }

  /** Adds the answers of a JVM to each client of a closed loop. */
  public void addAnswers(long... answers) {
    perClient.add(answers);
  }

  /** Adds the look at a JVM's capacity, before the fixed rate. */
  public void addLook(Slot look) {
    looks.add(look);
  }

  /** Adds a log line about a change of model. */
  public void addChange(String line) {
    changes.add(line);
  }

  /** Notes the load offered to a JVM in an open loop, requests a second. */
  public void offer(double perSecond) {
    offered.add(perSecond);
  }

  public List<Slot> slots() {
    return slots;
  }

  /** Answers a second of each JVM in a closed loop, before the fixed rate. */
  List<Double> capacities() {
    return looks.stream().map(Slot::rate).toList();
  }

  /** Of all slots. */
  public Map<ErrorKind, Long> errors() {
    return errors;
  }

  /**
   * The number of clients with an answer in some slot: the fewest of all JVMs, lest other JVMs hide
   * starved clients.
   */
  public long served() {
    return perClient.stream()
        .mapToLong(jvm -> LongStream.of(jvm).filter(answers -> answers > 0).count())
        .min()
        .orElse(0);
  }

  /**
   * Of the answers to each client in all slots of a JVM: the median of all JVMs with answers; null
   * if there is none.
   */
  public Double fairness() {
    List<Double> jvms = perClient.stream().map(Fairness::of).filter(Objects::nonNull).toList();
    return jvms.isEmpty() ? null : Median.of(jvms, Double::doubleValue);
  }

  /**
   * Waiting clients of a closed loop at a time, by Little's law ("A Proof for the Queuing Formula L
   * = λW", 1961), from the wish to connect on; null for an unknown latency.
   */
  public Double active() {
    if (slots.stream().anyMatch(slot -> slot.answers() > 0 && slot.result().latency() == null)) {
      return null;
    }
    double waited =
        slots.stream().filter(slot -> slot.answers() > 0).mapToDouble(Slot::waited).sum();
    return waited / slots.stream().mapToDouble(slot -> slot.result().seconds()).sum();
  }

  /**
   * Refuses a server that gave no right answer in most slots: the row would say nothing, and look
   * measured.
   *
   * @throws Failure with the errors that were met
   */
  public void requireAnswers(String name, Map<String, String> labels) {
    if (median(Slot::rate) == 0) {
      throw new Failure(
          2,
          "%s gave no right answer (%s); errors: %s; more seconds may tell, as --with seconds=2"
              .formatted(name, Cell.name(labels), errors.isEmpty() ? "none" : errors));
    }
  }

  /**
   * The row beside the baseline. The CPU time of an answer is the mean of the index, so both say
   * the same.
   */
  public Row row(String name, boolean again, Contestant baseline) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(SlotFigures.ANSWERS, median(Slot::rate));
    figures.put(SlotFigures.CPU, Index.mean(SlotFigures.costs(slots)));
    figures.put(SlotFigures.P50, median(slot -> slot.result().p50Millis()));
    figures.put(SlotFigures.P99, median(Slot::p99));
    if (looks.isEmpty()) {
      figures.put(SlotFigures.ACTIVE, active());
    } else {
      figures.put(SlotFigures.OFFERED, Median.of(offered, Double::doubleValue));
      figures.put(SlotFigures.CAPACITY, Median.of(looks, Slot::rate));
      figures.put(SlotFigures.LOOKS_GENERATOR, generator(looks));
    }
    putTimes(figures, SlotFigures.CONNECT_P50, SlotFigures.CONNECT_P99, LoadResult::connection);
    putTimes(
        figures, SlotFigures.FIRST_BYTE_P50, SlotFigures.FIRST_BYTE_P99, LoadResult::firstByte);
    if (figures.containsKey(SlotFigures.FIRST_BYTE_P50)) {
      figures.put(SlotFigures.MEGABITS, median(slot -> slot.result().megabitsPerSecond()));
    }
    figures.put(SlotFigures.FAIRNESS, fairness());
    figures.put(SlotFigures.SERVED, (double) served());
    figures.put(SlotFigures.PEAK_MEMORY, resident / 1048576.0);
    figures.put(SlotFigures.THREADS, (double) threads);
    figures.put(SlotFigures.SWITCHES, median(Slot::switchesAnAnswer));
    figures.put(SlotFigures.GENERATOR, generator(slots));
    for (String key : slots.getFirst().more().keySet()) {
      figures.put(key, median(slot -> slot.more().get(key)));
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    errors.forEach((kind, number) -> counts.put(kind.toString(), number));
    return new Row(name, again, figures, SlotFigures.indices(slots, baseline.slots), counts);
  }

  /** Puts the times of the slots that have some. */
  private void putTimes(
      Map<String, Double> figures, String p50, String p99, Function<LoadResult, Latency> times) {
    List<Latency> all =
        slots.stream().map(slot -> times.apply(slot.result())).filter(Objects::nonNull).toList();
    if (!all.isEmpty()) {
      figures.put(p50, Median.of(all, one -> one.p50Micros() / 1000.0));
      figures.put(p99, Median.of(all, one -> one.p99Micros() / 1000.0));
    }
  }

  /**
   * The same for thinking clients: none waits all the time, so the figure of waiting clients tells
   * nothing; clients that gave up and connections closed by the server are told instead. Clients
   * that stay have a cycle: a thought, and an answer.
   */
  public Row rowOfThinking(String name, boolean again, Contestant baseline) {
    Row row = row(name, again, baseline);
    Map<String, Double> figures = new LinkedHashMap<>(row.figures());
    figures.remove(SlotFigures.ACTIVE);
    figures.put("timeouts_per_second", aSecond(ErrorKind.TIMEOUT, ErrorKind.CONNECT_FAILED));
    figures.put("resets_per_second", aSecond(ErrorKind.RESET, ErrorKind.CLOSED));
    if (slots.getFirst().result().sessions() == Sessions.LONG) {
      List<Double> cycles =
          SlotFigures.times(slots).stream().map(time -> 1000 * time * clients()).toList();
      figures.put("cycle_ms", Index.mean(cycles));
      figures.put("cycle_95_percent", Index.halfPercent(cycles));
    }
    return new Row(name, again, figures, row.indices(), row.errors());
  }

  private int clients() {
    return slots.getFirst().result().clients();
  }

  private double aSecond(ErrorKind... kinds) {
    double seconds = slots.stream().mapToDouble(slot -> slot.result().seconds()).sum();
    return Stream.of(kinds).mapToLong(kind -> errors.getOrDefault(kind, 0L)).sum() / seconds;
  }

  /** Percent of a core. */
  private static double generator(List<Slot> slots) {
    return Median.of(slots, slot -> slot.result().generatorCpuShare() * 100);
  }

  private double median(ToDoubleFunction<Slot> figure) {
    return Median.of(slots, figure);
  }

  /**
   * Adds warnings for readers: wrong answers, too few answers to tell a fair server, and other work
   * on the server's cores.
   */
  public void warn(String name, List<String> warnings) {
    slots.stream()
        .filter(slot -> slot.result().isWrong() && slot.result().answers() > 0)
        .findFirst()
        .ifPresent(slot -> warnings.add(name + " answered wrongly: " + slot.result().warnings()));
    Double fairness = fairness();
    if (fairness != null && fairness < FAIR) {
      warnIfFew(name, warnings);
    }
    Caveats.addOthers(name, slots.stream().map(Slot::result), warnings);
    if (!changes.isEmpty()) {
      warnings.add(
          "%s changed %d stage(s); the last: %s"
              .formatted(name, changes.size(), changes.getLast()));
    }
  }

  private void warnIfFew(String name, List<String> warnings) {
    List<long[]> answered = perClient.stream().filter(jvm -> LongStream.of(jvm).sum() > 0).toList();
    double most = Median.of(answered, jvm -> Fairness.most(LongStream.of(jvm).sum(), jvm.length));
    if (most < FAIR) {
      double each = Median.of(answered, jvm -> LongStream.of(jvm).average().orElseThrow());
      warnings.add(
          "%s gave a client %.1f answers, which are whole, so its fairness cannot be above %.2f; measure longer"
              .formatted(name, each, most));
    }
  }
}
