package cal.bench.experiment.report;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Listener;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Sample;
import cal.bench.experiment.Study;
import cal.cli.support.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures a study case by case, or cases with common JVMs together, and writes all files anew
 * after each: an interrupt keeps all done cases. A case in the JSON file already, of the same file,
 * scale, commit and machine, is not measured again. Confined to a thread.
 */
public final class Run {
  private final Study study;
  private final Map<String, String> machine;
  private final ResultFolder folder;
  private final Map<Map<String, String>, Cell> before = new HashMap<>();
  private final Listener listener;

  /** Of a study; {@code out} is the parent folder of the experiment's. */
  public Run(Study study, Map<String, String> machine, Path out, Listener listener) {
    this.study = study;
    this.machine = new LinkedHashMap<>(machine);
    if (study.plan().heap() != null) {
      this.machine.put("heap", study.plan().heap());
    }
    this.folder = new ResultFolder(out.resolve(study.experiment().name()));
    this.listener = listener;
  }

  /**
   * Compares with a record.
   *
   * @param record of the same study
   */
  public void compareWith(Results record) {
    record.cells().forEach(cell -> before.put(cell.labels(), cell));
  }

  /**
   * Finds a record of a study.
   *
   * @param folder of the record
   * @throws MalformedExperiment if there is no record of the same experiment, scale and parameters
   */
  public static Results record(Study study, Path folder) {
    Results none = Results.of(study, Map.of(), List.of());
    return new ResultFolder(folder)
        .read()
        .filter(found -> found.isOfTheSame(none))
        .orElseThrow(
            () ->
                new MalformedExperiment(
                    "%s holds no results of %s at the scale %s with the same parameters; name the folder of such a record"
                        .formatted(folder, study.experiment().name(), study.scale().word())));
  }

  /**
   * Measures missing cases.
   *
   * @return the report
   * @throws Failure if this machine lacks a part to be measured
   * @throws IOException if a file cannot be written, or something not be opened
   * @throws InterruptedException if interrupted; done cases are kept
   */
  public Report call() throws IOException, InterruptedException {
    long began = System.nanoTime();
    String name = study.experiment().name();
    study.plan().missing().ifPresent(reason -> refuse(name + ": " + reason));
    List<Map<String, String>> cases = study.plan().cases();
    Map<Map<String, String>, Cell> cells = kept();
    SampleTable samples = folder.samples(cells.keySet());
    List<Map<String, String>> open =
        cases.stream().filter(labels -> !cells.containsKey(labels)).toList();
    Duration estimate = estimate(open);
    Duration left = estimate;
    for (Map<String, String> labels : open) {
      if (cells.containsKey(labels)) {
        continue; // with one before
      }
      List<Map<String, String>> together =
          study.plan().together(labels).stream().filter(open::contains).toList();
      int number = cases.indexOf(labels) + 1;
      String more = together.size() == 1 ? "" : " and %d more".formatted(together.size() - 1);
      String where =
          "%s, case %d%s of %d, %s left: %s"
              .formatted(name, number, more, cases.size(), words(left), Cell.name(labels));
      listener.milestone(where);
      Map<Map<String, String>, Prefixed> listeners = new HashMap<>();
      together.forEach(one -> listeners.put(one, new Prefixed(where, listener, new ArrayList<>())));
      for (Cell cell : study.plan().measure(together, listeners::get)) {
        cells.put(cell.labels(), cell);
        samples.put(cell.labels(), listeners.get(cell.labels()).samples());
      }
      write(cells, samples);
      left = left.minus(estimate(together));
    }
    if (open.size() < cases.size()) {
      listener.milestone(
          "%s: %d of %d cases were there already"
              .formatted(name, cases.size() - open.size(), cases.size()));
    }
    Report report = write(cells, samples);
    if (!open.isEmpty()) {
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      listener.milestone("%s took %s, estimated %s".formatted(name, words(took), words(estimate)));
    }
    return report;
  }

  private static void refuse(String reason) {
    throw new Failure(2, reason);
  }

  /** The kept measurements of the same experiment, by labels. */
  private Map<Map<String, String>, Cell> kept() {
    Results none = Results.of(study, machine, List.of());
    Map<Map<String, String>, Cell> kept = new HashMap<>();
    folder
        .read()
        .filter(old -> old.canGoOnAs(none))
        .ifPresent(old -> old.cells().forEach(cell -> kept.put(cell.labels(), cell)));
    return kept;
  }

  private Duration estimate(List<Map<String, String>> cases) {
    return cases.stream().map(study.plan()::estimate).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * The outcome of a run. Immutable.
   *
   * @param markdown for people
   * @param missed how many goals were missed or cannot be told, and indices a record before
   *     contradicts
   */
  public record Report(String markdown, long missed) {}

  private Report write(Map<Map<String, String>, Cell> cells, SampleTable samples)
      throws IOException {
    List<Cell> inOrder =
        study.plan().cases().stream()
            .map(cells::get)
            .filter(Objects::nonNull)
            .map(cell -> before.isEmpty() ? cell : cell.beside(before.get(cell.labels())))
            .toList();
    return new Report(
        folder.write(
            study, Results.of(study, machine, inOrder), samples.text(study.plan().cases())),
        inOrder.stream().mapToLong(this::shortcomings).sum());
  }

  private long shortcomings(Cell cell) {
    return (long) study.shortcomings(cell).size() + cell.contradicted().size();
  }

  /** A time in words, such as {@code 40 s} or {@code 12 min}. */
  public static String words(Duration time) {
    long seconds = Math.max(1, time.toSeconds());
    return seconds < 90 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }

  /** Puts the case before its progress, and keeps its samples. */
  private record Prefixed(String prefix, Listener listener, List<Sample> samples)
      implements Listener {
    @Override
    public void sample(Sample sample) {
      samples.add(sample);
    }

    @Override
    public void now(String what) {
      listener.now(prefix + ", " + what);
    }

    @Override
    public void milestone(String what) {
      listener.milestone(prefix + ", " + what);
    }
  }
}
