package cal.cli.command;

import cal.cli.simulate.JavaWords;
import cal.cli.simulate.Plan;
import cal.cli.simulate.WovenPath;
import cal.cli.support.Failure;
import cal.simulation.SimulatedProgram;
import cal.simulation.spi.Priorities;
import cal.simulation.spi.RandomStalls;
import cal.simulation.spi.Strategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a server and its clients by seeds. Not thread-safe. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a server and its clients once for each seed, in virtual time on a network in memory.",
      "The clients' main begins when the server listens; its arguments are the server's ports.",
      "An exception that ends it is a failure, told with its seed and the command that replays it.",
      "The clients end with the last of their threads. Assertions are on, but for -da after --.",
      "No failure is no proof: other seeds are not tried."
    },
    footer = {
      "A plan of faults, of which each key may be left out:",
      "  delay-millis: 2                                   the longest time on the way",
      "  buffer: 65536                                     bytes until a write waits",
      "  resets: {one-in: 3, within: 64}                   by chance, within so many bytes",
      "  refusals: {one-in: 10}",
      "  connections: {1: {reset-after: 17, to: server}, 2: {late-millis: 500}, 3: refused,",
      "                4: {half-close-after: 9, to: client}}",
      "  partitions: [{port: 7000, from-millis: 100, until-millis: 900}]",
      "  crash: {times: 1, down-millis: 100}               of the server, by chance; or"
          + " after-millis",
      "  disk: {space: 1000000, full-one-in: 50, failed-sync-one-in: 20}"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int LIMIT_SECONDS = 3_600;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many seeds, from 1; default: ${DEFAULT-VALUE}")
  private int seeds;

  @Option(names = "--seed", paramLabel = "SEED", description = "this seed alone: replays a failure")
  private Long seed;

  @Option(
      names = "--clients",
      required = true,
      paramLabel = "CLASS",
      description = "whose main is the clients, on the same class path")
  private String clients;

  @Option(names = "--model", paramLabel = "MODEL", description = "which model runs the server")
  private String model;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of CAL, as cal.thread-pool.size=2; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "a file of bindings and settings (cal.yaml), for a server that is not woven")
  private Path config;

  @Option(
      names = "--faults",
      paramLabel = "FILE",
      description = "faults of the network, crashes of the server, failures of its disk (YAML)")
  private Path faults;

  @Option(
      names = "--strategy",
      paramLabel = "STRATEGY",
      defaultValue = "stalls",
      description = {"how threads are chosen: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}"})
  private Strategies strategy;

  @Option(
      names = "--packages",
      split = ",",
      paramLabel = "PACKAGE",
      description = "whose code may be preempted anywhere; default: the server's and the clients'")
  private List<String> packages = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "the real time of all seeds; default: ${DEFAULT-VALUE}")
  private int timeout;

  @Parameters(
      paramLabel = "JAVA-ARGUMENT",
      description = "after --: what java is given, as -cp server.jar:clients.jar acme.Main 7000")
  private List<String> arguments = new ArrayList<>();

  /** The strategies, by their words. */
  private enum Strategies {
    STALLS(RandomStalls.class),
    PRIORITIES(Priorities.class);

    private final Class<? extends Strategy> type;

    Strategies(Class<? extends Strategy> type) {
      this.type = type;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seeds < 1 || timeout < 1) {
      throw Options.mistake(spec, "--seeds=" + seeds + " and --timeout=" + timeout + ": from 1");
    }
    JavaWords words = words();
    Map<String, Object> plan = faults == null ? Map.of() : plan();
    try (WovenPath path = WovenPath.of(words.classPath(), config)) {
      if (model != null && !path.isWoven()) {
        throw Options.mistake(
            spec, "--model=" + model + ": the server is not woven; name its bindings by --config");
      }
      requireClass(words.main(), "the server", path);
      requireClass(clients, "--clients=" + clients, path);
      SimulatedProgram program =
          new SimulatedProgram(
              path.text(),
              words.main(),
              words.arguments(),
              clients,
              packages.isEmpty() ? ownPackages(words.main()) : packages,
              java(words, path),
              plan,
              strategy.type);
      SimulatedProgram.Result result = run(program);
      spec.commandLine().getOut().println(result.text());
      return result.passed() ? 0 : 1;
    }
  }

  private void requireClass(String name, String place, WovenPath path) throws IOException {
    if (!path.has(name)) {
      throw Options.mistake(
          spec, "%s: %s is no class on the class path %s".formatted(place, name, path.text()));
    }
  }

  private SimulatedProgram.Result run(SimulatedProgram program)
      throws IOException, InterruptedException {
    try {
      return program.run(
          seed == null ? 1 : seed, seed == null ? seeds : 1, LIMIT_SECONDS, timeout, replay());
    } catch (IllegalArgumentException wrong) {
      throw Options.mistake(spec, "--faults=" + faults + ": " + wrong.getMessage());
    } catch (IllegalStateException ended) {
      throw new Failure(2, ended.getMessage(), ended);
    }
  }

  private Map<String, Object> plan() {
    try {
      return Plan.read(faults);
    } catch (IOException | IllegalArgumentException wrong) {
      throw Options.mistake(spec, "--faults=" + faults + ": " + wrong.getMessage());
    }
  }

  private JavaWords words() {
    try {
      return JavaWords.of(arguments);
    } catch (IllegalArgumentException wrong) {
      throw Options.mistake(spec, wrong.getMessage());
    }
  }

  private List<String> java(JavaWords words, WovenPath path) {
    List<String> java = new ArrayList<>();
    path.settings().forEach((key, value) -> java.add("-D" + key + "=" + value));
    settings.forEach(
        (key, value) -> {
          Options.setting(spec, key, value);
          java.add("-D" + key + "=" + value);
        });
    if (model != null) {
      java.add("-Dcal.model=" + model);
    }
    java.addAll(words.java());
    return java;
  }

  private List<String> ownPackages(String main) {
    return Stream.of(main, clients)
        .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('.'))))
        .distinct()
        .toList();
  }

  /** The same command with a place for the seed. */
  private String replay() {
    List<String> words = new ArrayList<>(List.of("./cal", "simulate", "--seed", "%d"));
    add(words, "--clients", clients);
    add(words, "--model", model);
    settings.forEach((key, value) -> add(words, "--set", key + "=" + value));
    add(words, "--config", config);
    add(words, "--faults", faults);
    if (strategy != Strategies.STALLS) {
      add(words, "--strategy", strategy);
    }
    packages.forEach(name -> add(words, "--packages", name));
    words.add("--");
    arguments.forEach(word -> words.add(quoted(word)));
    return String.join(" ", words);
  }

  private static void add(List<String> words, String option, Object value) {
    if (value != null) {
      words.add(option);
      words.add(quoted(value.toString()));
    }
  }

  private static String quoted(String word) {
    String plain = word.replace("%", "%%");
    return plain.matches("[\\w@%+=:,./-]+") ? plain : "'" + plain.replace("'", "'\\''") + "'";
  }
}
