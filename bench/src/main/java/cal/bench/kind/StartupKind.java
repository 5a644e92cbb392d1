package cal.bench.kind;

import cal.bench.Scratch;
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
import cal.bench.server.ServerCommands;
import cal.cli.server.Installed;
import cal.cli.server.ServerProcess;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import cal.sample.upload.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long the sample server takes to listen, woven in each way, all in turns. Stateless. */
final class StartupKind implements Kind {
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
      Map<String, List<String>> commands = commands(Scratch.folder());
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
      Path sample = BuildLayout.root().resolve("sample-upload-server");
      String libraries = BuildLayout.libraries("picocli", "h2", "HikariCP", "slf4j");
      String cal =
          BuildLayout.libraries(
              "cal-core", "cal-thread", "cal-executor", "cal-reactive", "aspectj");
      String plain = path(ServerCommands.unwoven().toString(), libraries);
      String bound = path(plain, built(jar(sample.resolve("target"), "-bindings.jar")));
      String woven = path(built(sample.resolve("target/woven")), libraries, cal);
      String chosen = "-Dcal.model=" + model;
      String config = "-Dcal.config=" + built(sample.resolve("cal.yaml"));
      String agent = "-javaagent:" + built(BuildLayout.agent());
      Map<String, List<String>> commands = new LinkedHashMap<>();
      commands.put(PLAIN, java(plain));
      commands.put(AGAIN, java(plain));
      commands.put("woven when built", java(woven, chosen));
      for (boolean first : List.of(true, false)) {
        String which = first ? ", first start" : ", any other start";
        String cache = "-Dcal.cache=" + (first ? "none" : kept);
        commands.put("agent, compiled bindings" + which, java(bound, agent, chosen, cache));
        commands.put("agent, cal.yaml" + which, java(plain, agent, chosen, cache, config));
      }
      return commands;
    }

    private static List<String> java(String classPath, String... options) {
      List<String> command = ServerProcess.java(classPath);
      command.addAll(1, List.of(options));
      command.addAll(List.of(Main.class.getName(), "factor", "--port", "0"));
      return command;
    }

    private static String path(String... parts) {
      return String.join(File.pathSeparator, parts);
    }

    private static String built(Path file) {
      if (!Files.exists(file)) {
        throw new Failure(2, file + " is not built; run mvn package");
      }
      return file.toString();
    }

    private static Path jar(Path target, String ending) {
      File[] jars = target.toFile().listFiles((folder, name) -> name.endsWith(ending));
      return jars == null || jars.length == 0 ? target.resolve(ending) : jars[0].toPath();
    }
  }
}
