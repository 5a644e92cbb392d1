package cal.bench.demo;

import cal.bench.process.Cores;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.ServerCommands;
import cal.bench.server.Services;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Layers;
import cal.bench.tournament.Offer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.Tournament;
import cal.bench.tournament.Turns;
import cal.cli.command.Progress;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.result.Sessions;
import cal.cli.server.Installed;
import cal.cli.server.ServerProcess;
import cal.cli.support.Json;
import cal.core.spi.ConcurrencyModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the sample server in many ways, in turns, with real clients. Not thread-safe. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one server under each model, beside plain virtual threads and a plain pool, each in",
      "a JVM of its own. All live at a time, and take turns of a tenth of a second: so other work",
      "of the machine hits all alike. Says which ways differ, and where nothing can be told."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String PLAIN_POOL = "thread-pool-by-hand";

  /** Serves one client after the other: left out unless asked for. */
  private static final String SEQUENTIAL = "sequential";

  private static final int ROUNDS = 7;

  /** A server is warmed up for so many turns at most: six seconds by default. */
  private static final int WARM_UP = 60;

  /** Of a client whose server is held in the turns of others. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private static final int MOST_CLIENTS = 1000;
  private static final double LONGEST_TURN = 1;
  private static final String HEAP = "256m";

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.1",
      description = "of a turn, of which each server has " + ROUNDS + "; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "50",
      description = "how many at once, 1 to " + MOST_CLIENTS + "; default: ${DEFAULT-VALUE}")
  private int clients;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      description = "separated by commas; default: all (./cal models) but " + SEQUENTIAL)
  private List<String> models = installed().filter(name -> !name.equals(SEQUENTIAL)).toList();

  @Option(
      names = "--services",
      split = ",",
      paramLabel = "SERVICE",
      defaultValue = "upload-64,upload-80k",
      description = "upload-BYTES or factor, separated by commas; default: ${DEFAULT-VALUE}")
  private List<String> services;

  @Option(
      names = "--sessions",
      paramLabel = "long|short",
      defaultValue = "long",
      description = "short has a connection for each request; default: ${DEFAULT-VALUE}")
  private Sessions sessions;

  @Option(names = "--json", paramLabel = "FILE", description = "write the figures as JSON")
  private Path json;

  private final Progress progress = Progress.onStandardError();
  private Bar bar;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    ServerCommands.requireBuilt();
    boolean apart = Cores.takeTheClients();
    Duration turn = Duration.ofNanos((long) (seconds * 1e9));
    Schedule schedule = new Schedule(1, ROUNDS, turn, turn.multipliedBy(WARM_UP));
    List<NamedServer> servers = servers(models).stream().map(DemoCommand::named).toList();
    bar = new Bar(progress, estimate(schedule, servers.size()));
    progress.milestone(
        "cal: %d servers take turns, %s"
            .formatted(
                servers.size(),
                apart ? "clients have a core of their own" : "clients share the cores"));
    List<Turn> turns = new ArrayList<>();
    for (List<String> served : byProtocol()) {
      turns.addAll(play(servers, served, schedule));
    }
    progress.clear();
    DemoTable table = new DemoTable(turns, clients);
    spec.commandLine().getOut().println(table.text());
    table.troubles().forEach(one -> spec.commandLine().getErr().println("cal: " + one));
    if (json != null) {
      Json.write(json, turns);
    }
    return table.troubles().isEmpty() ? 0 : 1;
  }

  private void check() {
    if (clients < 1 || clients > MOST_CLIENTS) {
      throw mistake("--clients=" + clients + " must be 1 to " + MOST_CLIENTS);
    }
    if (!(seconds > 0 && seconds <= LONGEST_TURN)) {
      throw mistake("--seconds=" + seconds + " must be above 0, and at most 1");
    }
    List<String> known = installed().toList();
    for (String model : models) {
      if (!known.contains(model)) {
        throw mistake(
            "--models=%s is not on the class path; there are %s"
                .formatted(model, String.join(", ", known)));
      }
    }
    for (String service : services) {
      if (!service.equals(Services.FACTOR) && !service.startsWith("upload-")) {
        throw mistake("--services=" + service + " is neither factor nor like upload-64");
      }
      try {
        Services.workload(service);
      } catch (IllegalArgumentException unknown) {
        throw mistake("--services=" + unknown.getMessage());
      }
    }
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private static Stream<String> installed() {
    return Installed.models().stream().map(ConcurrencyModel::name);
  }

  /** The names of all servers, in the order of the table: those by hand, and the models. */
  public static List<String> servers(List<String> models) {
    return Stream.concat(
            Stream.of(DemoTable.BASELINE, DemoTable.AGAIN, PLAIN_POOL), models.stream())
        .toList();
  }

  private static NamedServer named(String name) {
    return new NamedServer(
        name, name.equals(DemoTable.AGAIN) ? DemoTable.BASELINE : name, Map.of());
  }

  /** The services that a JVM serves one after the other. */
  private List<List<String>> byProtocol() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (String service : services) {
      all.computeIfAbsent(Services.protocol(service), absent -> new ArrayList<>()).add(service);
    }
    return List.copyOf(all.values());
  }

  private Duration estimate(Schedule schedule, int servers) {
    Duration young =
        schedule.warmUp().plus(ServerProcess.USUAL_START).multipliedBy(byProtocol().size());
    return young
        .plus(Tournament.together(schedule.warmUp()).multipliedBy(services.size()))
        .multipliedBy(servers)
        .plus(schedule.estimateOfRounds(servers * services.size()));
  }

  private List<Turn> play(List<NamedServer> servers, List<String> served, Schedule schedule)
      throws IOException, InterruptedException {
    Jvms jvms = new Jvms(HEAP, 1);
    List<Layers.Starting> starts = new ArrayList<>();
    for (NamedServer server : servers) {
      List<String> command = server.patientCommand(jvms, served.getFirst(), 1, List.of());
      starts.add(
          () -> {
            bar.at(server.name() + " starts");
            return Layers.start(command);
          });
    }
    List<Tournament.Load> loads = served.stream().map(this::load).toList();
    List<List<Contestant>> played =
        Tournament.play(starts, loads, schedule, new Turns(false, Duration.ZERO), Offer.CLOSED);
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < served.size(); i++) {
      List<Contestant> results = played.get(i);
      for (int j = 0; j < servers.size(); j++) {
        turns.add(
            Turn.of(served.get(i), servers.get(j).name(), results.get(j), results.getFirst()));
      }
    }
    return turns;
  }

  private Tournament.Load load(String service) {
    return new Tournament.Load(
        (server, most, pace) -> {
          LoadSpec load =
              new LoadSpec(
                  server.address(), Services.workload(service), sessions, clients, 1, PATIENCE);
          LoadSession session =
              LoadSession.open(load.at(pace).atMost(most), OptionalLong.of(server.pid()));
          session.onProgress(answers -> bar.at(service));
          return session;
        });
  }
}
