package cal.bench;

import cal.bench.experiment.Ratio;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How long the sample server takes to listen, bare and woven. Not thread-safe. */
@Command(
    name = "startup",
    mixinStandardHelpOptions = true,
    description = {
      "How long a JVM takes until the sample server listens: plain, woven when it was built, woven",
      "when it is loaded. In turns, a JVM each.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench startup                                   a minute or two",
      "  ./cal bench startup --model reactive --rounds 5 --out mine"
    })
final class StartupExperiment implements Callable<Integer> {
  private static final int ROUNDS = 15;
  private static final String PLAIN = "plain";
  private static final String SAMPLE_MAIN = "cal.sample.upload.Main";

  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      defaultValue = "virtual",
      description = "of the woven servers; default: ${DEFAULT-VALUE}")
  private String model;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "" + ROUNDS,
      description = "in each of which every server gets a JVM; default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--house",
      paramLabel = "FOLDER",
      description = "where cal-agent and sample-upload-server are built; default: this build's")
  private Path house;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/startup",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  private final Progress progress = Progress.onStandardError();

  /** One way to start the server. Immutable. */
  record Row(
      @JsonProperty("server") String server,
      @JsonProperty("ms") double millis,
      @JsonProperty("ms_over_plain") Ratio over) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1) {
      throw Options.mistake(spec, "--rounds=" + rounds + " must be 1 or more");
    }
    ResultFiles.check(spec, out);
    try (Scratch kept = Scratch.make()) {
      measure(commands(kept.folder()));
    }
    return 0;
  }

  private void measure(Map<String, List<String>> commands) throws InterruptedException {
    Map<String, double[]> times = new LinkedHashMap<>();
    commands.keySet().forEach(name -> times.put(name, new double[rounds]));
    for (int round = -1; round < rounds; round++) { // the first one fills the file caches
      for (Map.Entry<String, List<String>> one : commands.entrySet()) {
        progress.now("%s: round %d of %d".formatted(one.getKey(), round + 1, rounds));
        double millis = millisToListen(one.getValue());
        if (round >= 0) {
          times.get(one.getKey())[round] = millis;
        }
      }
    }
    progress.clear();
    ExperimentReport<Row> report = report();
    times.forEach((name, all) -> report.add(row(name, all, times.get(PLAIN))));
    spec.commandLine().getOut().println(report.markdown());
  }

  private static Row row(String name, double[] times, double[] plain) {
    List<double[]> differences = new ArrayList<>();
    for (int i = 0; i < times.length; i++) {
      differences.add(new double[] {times[i] - plain[i]});
    }
    return new Row(
        name,
        Arrays.stream(times).sorted().toArray()[times.length / 2],
        Ratio.ofForks(differences));
  }

  private static double millisToListen(List<String> command) throws InterruptedException {
    long start = System.nanoTime();
    try (ServerProcess server = ServerProcess.start(command)) {
      double millis = (System.nanoTime() - start) / 1e6;
      server.stop();
      return millis;
    }
  }

  private Map<String, List<String>> commands(Path kept) {
    Path root = house == null ? root() : house;
    Path agent = built(root.resolve("cal-agent/target/cal.jar"));
    Path sample = root.resolve("sample-upload-server");
    Path unwoven = built(jar(sample, "-unwoven.jar"));
    Path bindings = built(jar(sample, "-bindings.jar"));
    String libraries = libraries("picocli", "h2", "HikariCP", "slf4j");
    String cal = libraries("cal-core", "cal-thread", "cal-executor", "cal-reactive", "aspectj");
    List<String> settings = List.of("-Dcal.model=" + model);
    String config = "-Dcal.config=" + built(sample.resolve("cal.yaml"));
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(PLAIN, java(path(unwoven, libraries), List.of()));
    commands.put("plain again", java(path(unwoven, libraries), List.of()));
    commands.put(
        "woven when built",
        java(path(built(sample.resolve("target/woven")), libraries, cal), settings));
    for (boolean first : List.of(true, false)) {
      String which = first ? ", first start" : ", any other start";
      List<String> woven = new ArrayList<>(List.of("-javaagent:" + agent));
      woven.addAll(settings);
      woven.add("-Dcal.cache=" + (first ? "none" : kept));
      List<String> declared = new ArrayList<>(woven);
      declared.add(config);
      commands.put(
          "agent, compiled bindings" + which, java(path(unwoven, "" + bindings, libraries), woven));
      commands.put("agent, cal.yaml" + which, java(path(unwoven, libraries), declared));
    }
    return commands;
  }

  private static List<String> java(String classPath, List<String> options) {
    List<String> command = ServerProcess.java(classPath);
    command.addAll(1, options);
    command.addAll(List.of(SAMPLE_MAIN, "factor", "--port", "0"));
    return command;
  }

  private static String path(Path first, String... more) {
    return Stream.concat(Stream.of(first.toString()), Arrays.stream(more))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path built(Path file) {
    if (!Files.exists(file)) {
      throw Options.mistake(spec, file + " is not built; run mvn package, or name a --house");
    }
    return file;
  }

  private static Path jar(Path sample, String ending) {
    File[] jars =
        sample.resolve("target").toFile().listFiles((folder, name) -> name.endsWith(ending));
    return jars == null || jars.length == 0
        ? sample.resolve("target/sample-upload-server" + ending)
        : jars[0].toPath();
  }

  /** Jars of this program's class path that begin with a name; the jar of ./cal names them. */
  static String libraries(String... names) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .flatMap(StartupExperiment::withLibraries)
        .filter(
            file -> Arrays.stream(names).anyMatch(n -> file.getFileName().toString().startsWith(n)))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<Path> withLibraries(Path entry) {
    File[] libraries = entry.toAbsolutePath().resolveSibling("lib").toFile().listFiles();
    return libraries == null
        ? Stream.of(entry)
        : Arrays.stream(libraries).map(File::toPath).sorted();
  }

  static Path root() {
    try {
      Path own = Path.of(Cal.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return own.getParent().getParent().getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("where this program is", e);
    }
  }

  private ExperimentReport<Row> report() {
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                "no", "%s, %d rounds, a JVM each".formatted(model, rounds), rounds >= ROUNDS),
            """
            # How long the sample server takes to listen

            From the start of the JVM to its line `listening on`, the median of all rounds; and the \
            median of what it took longer than the plain server in the same round, with its 95% \
            bootstrap interval. "First start" weaves (`cal.cache=none`); any other finds what the first \
            has kept. The goal is at most 500 ms over the plain server.
            """)
        .column("server", Row::server)
        .column("ms", row -> "%,.0f".formatted(row.millis()))
        .column(
            "ms over plain",
            row ->
                "%,.0f (%,.0f to %,.0f)"
                    .formatted(row.over().median(), row.over().low(), row.over().high()));
  }
}
