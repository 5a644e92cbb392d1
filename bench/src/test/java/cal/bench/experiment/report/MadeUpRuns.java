package cal.bench.experiment.report;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Experiment;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Sample;
import cal.bench.experiment.Scale;
import cal.bench.experiment.Study;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs of an experiment that measures nothing, in no time. */
abstract class MadeUpRuns {
  static final String FILE =
      """
      title: A <title>
      question: What & why?
      meaning: It means much.
      kind: made-up
      rate: 7
      charts:
        - {x: clients, y: rate, log: xy}
        - {x: clients, y: cost}
        - {x: server, y: rate}
      """;

  static final Map<String, String> MACHINE = Map.of("commit", "abc", "cpu", "a <good> one");

  /** The experiment's own folder. */
  Path out;

  final MadeUp kind = new MadeUp();

  /** How many goals the last run has missed. */
  long missed;

  /** The kind, and its plan. */
  static final class MadeUp implements Kind, Plan {
    final List<String> measured = new ArrayList<>();
    int interruptAt = Integer.MAX_VALUE;
    double itself = 101;
    double virtual = 150;
    Set<String> doubtful = Set.of();
    boolean together;
    Optional<String> missing = Optional.empty();
    private int rate;

    @Override
    public Plan plan(Parameters parameters, Scale scale) {
      rate = parameters.whole("rate", 1, 1, 1000);
      return this;
    }

    @Override
    public List<Map<String, String>> cases() {
      return Stream.of("long", "short")
          .flatMap(sessions -> Stream.of("10", "100").map(clients -> labels(sessions, clients)))
          .toList();
    }

    private static Map<String, String> labels(String sessions, String clients) {
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put("sessions", sessions);
      labels.put("service", "factor");
      labels.put("clients", clients);
      return labels;
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return Duration.ofSeconds(2);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("rate", "answers/s", "right answers a second", 0, Figure.Best.HIGH),
          new Figure("cost", "cost index", "cost, the baseline = 100", 1, Figure.Best.LOW));
    }

    @Override
    public String baseline() {
      return "vanilla";
    }

    @Override
    public Optional<String> missing() {
      return missing;
    }

    @Override
    public String method() {
      return "By making it up.";
    }

    @Override
    public List<Map<String, String>> together(Map<String, String> labels) {
      return cases().stream()
          .filter(
              other ->
                  together
                      ? other.get("sessions").equals(labels.get("sessions"))
                      : other.equals(labels))
          .toList();
    }

    @Override
    public List<Cell> measure(
        List<Map<String, String>> cases, Function<Map<String, String>, Listener> listeners)
        throws InterruptedException {
      List<Cell> cells = new ArrayList<>();
      for (Map<String, String> labels : cases) {
        cells.add(measure(labels, listeners.apply(labels)));
      }
      return cells;
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener) throws InterruptedException {
      if (measured.size() == interruptAt) {
        throw new InterruptedException("Ctrl-C");
      }
      measured.add(labels.get("sessions") + " " + labels.get("clients"));
      Map<String, Double> sample = new LinkedHashMap<>(Map.of("answers", 70.0));
      sample.put("latency", null);
      listener.sample(new Sample("virtual, \"by hand\"", false, 1, 2, sample));
      Map<String, Double> figures =
          Map.of("rate", rate * Double.parseDouble(labels.get("clients")));
      return new Cell(
          labels,
          List.of(
              new Row("vanilla", false, figures, Map.of("cost", Index.BASE), Map.of()),
              new Row("vanilla", true, figures, index(itself), Map.of()),
              new Row(
                  "virtual",
                  false,
                  Map.of("rate", 5000.0),
                  index(virtual),
                  Map.of("rate", 9000.0),
                  Map.of("closed", 3L),
                  doubtful)),
          labels.get("clients").equals("10")
              ? List.of("the clients took 95% of their core")
              : List.of());
    }

    private static Map<String, Index> index(double value) {
      return Map.of("cost", new Index(value, value - 2, value + 2, 8));
    }
  }

  @BeforeEach
  void nameTheFolder(@TempDir Path parent) {
    out = parent.resolve("made");
  }

  List<String> run(String file, Map<String, String> machine)
      throws IOException, InterruptedException {
    return run(file, machine, null);
  }

  /** The same beside a record, or null. */
  List<String> run(String file, Map<String, String> machine, Path before)
      throws IOException, InterruptedException {
    Study study =
        Experiment.parse("made", "made.yaml", file).study(Map.of("made-up", kind), Scale.FULL);
    List<String> said = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void now(String what) {
            said.add(what);
          }

          @Override
          public void milestone(String what) {
            said.add(what);
          }
        };
    Run run = new Run(study, machine, out.getParent(), listener);
    if (before != null) {
      run.compareWith(Run.record(study, before));
    }
    missed = run.call().missed();
    return said;
  }

  /** Measures all anew in another folder, beside the record here. */
  void runAgain(String file) throws IOException, InterruptedException {
    Path before = out;
    out = before.getParent().resolve("second").resolve("made");
    run(file, MACHINE, before);
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.resolve("results.json").toFile());
  }

  List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
