package cal.bench;

import cal.bench.baseline.HandWritten;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures woven models against other servers. Not thread-safe. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures woven models against other servers, two at a time, in turns, servers and clients",
      "on separate cores, and writes what it found as JSON and Markdown.",
      "",
      "Opponents: twin (the same model written by hand), nio (a selector by hand), netty-nio,",
      "netty-epoll, another model of CAL, or built (the same model woven when it was built; then"
          + " the",
      "measured one is woven by the agent). Of the ORB's objects (orb-factor, orb-upload-80k): none"
          + " and",
      "none-tuned, the ORB as it is, or models, also one for each stage, reactive+executor-pool.",
      "Each model is measured against itself, too: as far as that is from 1, so uncertain is the",
      "rest, and beyond 5%% the machine is too noisy to say.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal compare                        the models that have a twin, each against it",
      "  ./cal compare --models reactive --against nio,netty-epoll --connections 10,100",
      "  ./cal compare --models reactive-pool --loops 2 --out bench/results/reactive",
      "  ./cal compare --models virtual --against built --goal 0.99 --out mine",
      "  ./cal compare --models virtual --against thread --services upload-64 --seconds 0.5",
      "",
      "Exit status: 0 if every row with a goal reaches it in CPU time, 1 if not, or if the machine",
      "is too noisy to say."
    })
final class CompareCommand implements Callable<Integer> {
  private static final List<String> PEERS_OF_LOOPS =
      List.of("nio", "netty-nio", "netty-epoll", "virtual");

  /** Processes have no twin: what they are set against is the same on bare threads. */
  private static final Map<String, String> PEERS_OF_PROCESSES =
      Map.of("jcsp", "thread", "jcsp-pool", "thread-pool");

  @Spec private CommandSpec spec;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      defaultValue = "thread,thread-pool,executor,executor-pool,virtual",
      description = "separated by commas; default: ${DEFAULT-VALUE}")
  private List<String> models;

  @Option(
      names = "--against",
      split = ",",
      paramLabel = "SERVER",
      description =
          "separated by commas; default: twin, or for event loops"
              + " nio,netty-nio,netty-epoll,virtual, for processes the like model on threads")
  private List<String> against;

  @Option(
      names = "--services",
      split = ",",
      paramLabel = "SERVICE",
      defaultValue = "upload-80k,upload-64,factor",
      description = {
        "factor, upload-BYTES or upload-KILOBYTESk, or these with orb- before; "
            + "default: ${DEFAULT-VALUE}"
      })
  private List<String> services;

  @Option(
      names = {"--connections", "--clients"},
      split = ",",
      paramLabel = "N",
      defaultValue = "10,100,1000",
      description = "long sessions at once; default: ${DEFAULT-VALUE}")
  private List<Integer> clients;

  @Option(
      names = "--loops",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "event loops of reactive-pool and its opponents (reactive and its opponents have one);"
              + " default: ${DEFAULT-VALUE}")
  private int loops;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "turns of each server; default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "fresh JVMs of each server that the rounds are shared between; "
              + "default: ${DEFAULT-VALUE}")
  private int forks;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "of a turn; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "" + WarmUp.MOST,
      description = "seconds of load on each fresh JVM before, at most; default: ${DEFAULT-VALUE}")
  private double warmUp;

  @Option(
      names = "--goal",
      paramLabel = "RATIO",
      description = "of CPU time that each row has to reach; default: 0.98 against a twin")
  private Double goal;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/comparison",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final ServersUnderTest servers = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  @Override
  public Integer call() throws IOException, InterruptedException {
    validate();
    servers.pin(progress);
    ResultFiles files = new ResultFiles(out);
    ComparisonReport report =
        new ComparisonReport(
            files,
            ResultFiles.machine(
                servers.place(),
                "servers' heap " + servers.heap() + "; loops: reactive 1, reactive-pool " + loops,
                rounds >= TurnOptions.ROUNDS_FOR_THE_RECORD));
    for (String service : services) {
      for (int count : clients) {
        for (String model : models) {
          for (String other : opponents(model, service)) {
            report.add(compare(model, service, count, other));
          }
          report.add(compare(model, service, count, Comparison.ITSELF));
        }
      }
    }
    progress.clear();
    spec.commandLine().getOut().println(Files.readString(files.markdown()));
    return report.met() ? 0 : 1;
  }

  private void validate() {
    services.forEach(service -> ServersUnderTest.workload(spec, "--services", service));
    clients.forEach(count -> Options.connections(spec, count, 2));
    if (forks < 1 || rounds < forks) {
      throw Options.mistake(
          spec, "--rounds=" + rounds + " --forks=" + forks + ": each fork needs a round");
    }
    Options.loops(spec, loops);
    ServersUnderTest.requireKnown(spec, "--models", models);
    for (String model : models) {
      for (String service : services) {
        requireOpponents(model, service);
      }
    }
    ResultFiles.check(spec, out);
    servers.validate(spec);
  }

  private void requireOpponents(String model, String service) {
    List<String> opponents = opponents(model, service);
    ServersUnderTest.requireKnown(
        spec, "--against", opponents, ServersUnderTest.TWIN, ServersUnderTest.BUILT);
    boolean orb = ServersUnderTest.isOrb(service);
    if (opponents.contains(ServersUnderTest.TWIN) && (orb || !hasTwin(model))) {
      throw Options.mistake(
          spec,
          "--against=twin: " + model + " has none; name nio, netty-nio, netty-epoll or a model");
    }
    List<String> both = new ArrayList<>(opponents);
    both.add(model);
    for (String name : both) {
      boolean ofOrbsAlone = name.contains("+") || ServersUnderTest.STOCK_ORBS.contains(name);
      boolean ofOthersAlone =
          HandWritten.PEERS.contains(name) || name.equals(ServersUnderTest.BUILT);
      if (orb ? ofOthersAlone : ofOrbsAlone) {
        throw Options.mistake(spec, name + " does not serve " + service);
      }
    }
  }

  private static boolean isOnLoops(String model) {
    return model.startsWith(ServersUnderTest.ONE_LOOP);
  }

  private static boolean hasTwin(String model) {
    return !isOnLoops(model) && !PEERS_OF_PROCESSES.containsKey(model);
  }

  private List<String> opponents(String model, String service) {
    if (against != null) {
      return against;
    }
    if (ServersUnderTest.isOrb(service)) {
      return ServersUnderTest.STOCK_ORBS;
    }
    if (PEERS_OF_PROCESSES.containsKey(model)) {
      return List.of(PEERS_OF_PROCESSES.get(model));
    }
    return isOnLoops(model) ? PEERS_OF_LOOPS : List.of(ServersUnderTest.TWIN);
  }

  private Comparison compare(String model, String service, int count, String other)
      throws IOException, InterruptedException {
    Workload workload = ServersUnderTest.workload(spec, "--services", service);
    Duration before = Options.seconds(spec, "--warmup", warmUp);
    Duration turn = Options.seconds(spec, "--seconds", seconds);
    int loopsOfBoth = model.split("\\+", 2)[0].equals(ServersUnderTest.ONE_LOOP) ? 1 : loops;
    List<String> built = servers.command(model, service, loopsOfBoth);
    List<String> commandA =
        other.equals(ServersUnderTest.BUILT)
            ? servers.wovenAtLoadTime(model, service, loopsOfBoth)
            : built;
    List<String> commandB =
        switch (other) {
          case Comparison.ITSELF, ServersUnderTest.BUILT -> built;
          case ServersUnderTest.TWIN -> servers.handWritten(model, service, loopsOfBoth);
          default -> servers.command(other, service, loopsOfBoth);
        };
    Tournament tournament =
        new Tournament(
            List.of(commandA, commandB),
            server -> new LoadSpec(server.address(), workload, Sessions.LONG, count));
    String name = "%s, %,d clients, %s against %s".formatted(service, count, model, other);
    for (int fork = 0; fork < forks; fork++) {
      progress.now(name + ", servers %d of %d".formatted(fork + 1, forks));
      int share = Tournament.share(rounds, fork, forks);
      tournament.run(fork + 1, share, before, turn, Duration.ZERO);
    }
    Tournament.Player a = tournament.players().getFirst();
    Tournament.Player b = tournament.players().getLast();
    List<Comparison.Turns> turns = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      turns.add(turns(a.turns().get(i), b.turns().get(i)));
    }
    long errors =
        Stream.of(a, b)
            .flatMap(player -> player.errors().values().stream())
            .mapToLong(Long::longValue)
            .sum();
    Comparison comparison = Comparison.of(model, service, count, other, goal(other), errors, turns);
    progress.milestone(name + ": " + comparison);
    return comparison;
  }

  private static Comparison.Turns turns(Tournament.Turn a, Tournament.Turn b) {
    for (LoadResult result : List.of(a.result(), b.result())) {
      if (!result.isRight() || result.serverCpuSecondsPer1000() == null) {
        throw new Failure(1, "a server does not do its work:\n" + Summary.of(result));
      }
    }
    return new Comparison.Turns(
        a.fork(),
        a.cpu(),
        b.cpu(),
        a.rate(),
        b.rate(),
        a.result().generatorCpuShare(),
        b.result().generatorCpuShare());
  }

  private Double goal(String other) {
    if (other.equals(Comparison.ITSELF)) {
      return null;
    }
    if (goal == null && other.equals(ServersUnderTest.TWIN)) {
      return Comparison.GOAL;
    }
    return goal;
  }
}
