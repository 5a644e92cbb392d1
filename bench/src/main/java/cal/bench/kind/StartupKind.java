package cal.bench.kind;

import cal.bench.TemporaryFolder;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Index;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.cli.server.Installed;
import cal.cli.server.ServerProcess;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How long the sample server takes to listen, woven in each way, all in turns. Stateless. */
final class StartupKind implements Kind {
  private static final String SAMPLE_MAIN = "cal.sample.upload.Main";
  private static final String PLAIN = "plain";
  private static final String AGAIN = "plain again";
  private static final String INDEX = "ms_index";

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    String model =
        parameters.one(
            "model", "virtual", Installed.models().stream().map(each -> each.name()).toList());
    int rounds = parameters.whole("rounds", 15, 1, 1000);
    return scale == Scale.SMOKE ? new Startup(model, 1, true) : new Startup(model, rounds, false);
  }

  /** One case: all ways, in turns. */
  private record Startup(String model, int rounds, boolean smoke) implements Plan {
    private static final Duration WAYS = Duration.ofSeconds(9);

    @Override
    public List<Map<String, String>> cases() {
      return List.of(Map.of("model", model));
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return WAYS.multipliedBy(rounds + 1L);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("ms", "ms", "from the start of the JVM to listening, ms", 0, Best.NONE),
          new Figure(INDEX, "ms index", "time to listen, the baseline = 100", 1, Best.NONE));
    }

    @Override
    public String baseline() {
      return PLAIN;
    }

    @Override
    public String heap() {
      return "as the JVM chooses";
    }

    @Override
    public String method() {
      return """
      From the start of the JVM to its line `listening on`, the geometric mean of %d rounds in \
      turns, a JVM each. "First start" weaves \
      (`cal.cache=none`); any other finds what the first has kept. The goal is at most 500 ms over \
      the plain server.\
      """
          .formatted(rounds);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      try (TemporaryFolder kept = TemporaryFolder.make()) {
        Map<String, List<String>> commands = commands(kept.folder());
        if (smoke) {
          commands.keySet().retainAll(List.of(PLAIN, "woven when built"));
        }
        Map<String, List<Double>> times = new LinkedHashMap<>();
        commands.keySet().forEach(name -> times.put(name, new ArrayList<>()));
        for (int round = smoke ? 0 : -1; round < rounds; round++) { // -1 fills the file caches
          for (Map.Entry<String, List<String>> one : commands.entrySet()) {
            listener.now("%s: round %d of %d".formatted(one.getKey(), round + 1, rounds));
            double millis = millisToListen(one.getValue());
            if (round >= 0) {
              times.get(one.getKey()).add(millis);
            }
          }
        }
        List<Row> rows = new ArrayList<>();
        times.forEach((name, all) -> rows.add(row(name, all, times.get(PLAIN))));
        return new Cell(labels, rows, List.of());
      }
    }

    private static Row row(String name, List<Double> times, List<Double> plain) {
      Index index = times == plain ? Index.BASE : Index.of(times, plain);
      boolean again = name.equals(AGAIN);
      return new Row(
          again ? PLAIN : name,
          again,
          Map.of("ms", Index.mean(times)),
          Map.of(INDEX, index),
          Map.of());
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
      Path agent = built(BuildLayout.agent());
      Path sample = BuildLayout.root().resolve("sample-upload-server");
      Path unwoven = built(jar(sample, "-unwoven.jar"));
      Path bindings = built(jar(sample, "-bindings.jar"));
      String libraries = BuildLayout.libraries("picocli", "h2", "HikariCP", "slf4j");
      String cal =
          BuildLayout.libraries(
              "cal-core", "cal-thread", "cal-executor", "cal-reactive", "aspectj");
      List<String> settings = List.of("-Dcal.model=" + model);
      String config = "-Dcal.config=" + built(sample.resolve("cal.yaml"));
      Map<String, List<String>> commands = new LinkedHashMap<>();
      commands.put(PLAIN, java(path(unwoven, libraries), List.of()));
      commands.put(AGAIN, java(path(unwoven, libraries), List.of()));
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
            "agent, compiled bindings" + which,
            java(path(unwoven, "" + bindings, libraries), woven));
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

    private static Path built(Path file) {
      if (!Files.exists(file)) {
        throw new Failure(2, file + " is not built; run mvn package");
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
  }
}
