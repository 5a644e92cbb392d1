package cal.bench.kind;

import cal.bench.TemporaryFolder;
import cal.bench.adopted.AdoptedServer;
import cal.bench.adopted.Crowd;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.tournament.Cases;
import cal.bench.tournament.Caveats;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Offer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.SlotFigures;
import cal.bench.tournament.Tournament;
import cal.cli.load.Clients;
import cal.cli.process.ProcessFigures;
import cal.cli.server.Installed;
import cal.cli.server.ServerProcess;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import cal.core.spi.ConcurrencyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Servers that nobody here wrote: each as it comes, twice, and adopted by the agent under some
 * models, all in turns. Stateless.
 */
final class AdoptedKind implements Kind {
  private static final String PROGRAM = "program";
  private static final String STOCK = "stock";
  private static final int MOST_IDLE = 5_000;

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<AdoptedServer> programs = new ArrayList<>();
    for (String word : parameters.texts("programs", AdoptedServer.words())) {
      if (!AdoptedServer.words().contains(word)) {
        throw parameters.mistake(
            "programs",
            "%s is none of %s".formatted(word, String.join(", ", AdoptedServer.words())));
      }
      programs.add(AdoptedServer.of(word));
    }
    List<String> known = Installed.models().stream().map(ConcurrencyModel::name).toList();
    List<String> models =
        parameters.texts("models", List.of("thread-pool", "virtual", "reactive", "reactive-pool"));
    for (String model : models) {
      if (!known.contains(model)) {
        throw parameters.mistake("models", model + " is none of " + String.join(", ", known));
      }
    }
    Adopted plan =
        new Adopted(
            programs,
            models,
            Schedule.of(parameters, scale, 1),
            parameters.whole("idle", 2000, 0, MOST_IDLE));
    boolean smoke = scale == Scale.SMOKE;
    return smoke
        ? new Adopted(programs.subList(0, 1), models.subList(0, 1), plan.schedule(), 0)
        : plan;
  }

  /** The cases: each program. */
  private record Adopted(
      List<AdoptedServer> programs, List<String> models, Schedule schedule, int idle)
      implements Plan {
    private static final Jvms JVMS = new Jvms("512m", 1);
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final Figure IDLE =
        Figure.of(
            "rss_kb_an_idle_connection | RSS KB an idle connection | resident memory an idle"
                + " connection, KB | 1 | low");

    @Override
    public List<Map<String, String>> cases() {
      return Cases.of(Map.entry(PROGRAM, programs.stream().map(AdoptedServer::word).toList()));
    }

    private static AdoptedServer program(Map<String, String> labels) {
      return AdoptedServer.of(labels.get(PROGRAM));
    }

    /** Stock, stock again, and the models; then those that have idle connections as well. */
    @Override
    public Duration estimate(Map<String, String> labels) {
      Duration looks = schedule.slot().plus(SETTLE.multipliedBy(6)).plusSeconds(4);
      Duration resting = hasIdle(program(labels)) ? looks : Duration.ZERO;
      return schedule.estimate(models.size() + 2, 1).plus(resting.multipliedBy(models.size() + 1L));
    }

    private boolean hasIdle(AdoptedServer program) {
      return idle > 0 && program == AdoptedServer.NANOHTTPD;
    }

    @Override
    public long connections(Map<String, String> labels) {
      int connections = program(labels).connections();
      return Math.max((models.size() + 2L) * connections, connections + idle);
    }

    @Override
    public List<Figure> figures() {
      List<Figure> figures = new ArrayList<>(SlotFigures.OF_CONTESTANTS);
      figures.add(IDLE);
      return figures;
    }

    @Override
    public String baseline() {
      return STOCK;
    }

    @Override
    public String heap() {
      return JVMS.heap();
    }

    @Override
    public String method() {
      return """
      Each server as it comes, "stock", and under each model by the agent, all alive with their \
      clients connected, and held (SIGSTOP) outside their slots: %s, with heaps of %s. Clients \
      ask in a closed loop, each on a virtual thread; a slot ends when all have their last \
      answers. NanoHTTPD answers 5 bytes on 256 connections that are kept alive; it writes head \
      and body apart, which TCP without TCP_NODELAY holds back for 40 ms, so that its answers a \
      second are those of its clients under any model. H2 does two updates and a commit in memory \
      on 50 connections, MockFtpServer PWD on 50. Memory is what each of %,d idle connections adds \
      to the resident size of NanoHTTPD.\
      """
          .formatted(schedule.text(), JVMS.heap(), idle);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      AdoptedServer program = program(labels);
      for (Path needed : List.of(BuildLayout.agent(), jars())) {
        if (!Files.exists(needed)) {
          throw new Failure(2, needed + " is not built; run mvn package");
        }
      }
      List<String> seats = new ArrayList<>(List.of(STOCK, STOCK));
      seats.addAll(models);
      try (TemporaryFolder classes = TemporaryFolder.make()) {
        listener.now(String.join(", ", models));
        List<Contestant> seen =
            Tournament.play(
                    seats.stream().map(seat -> command(program, seat, classes.folder())).toList(),
                    List.of(
                        (server, most, pace) ->
                            crowd(program, server, Math.min(most, program.connections()))),
                    schedule,
                    Offer.CLOSED)
                .getFirst();
        List<Row> rows = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < seats.size(); i++) {
          Row row = seen.get(i).row(seats.get(i), i == 1, seen.getFirst());
          if (hasIdle(program) && i != 1) {
            listener.now("idle connections of " + seats.get(i));
            row =
                row.with(
                    IDLE.key(), ofIdle(program, command(program, seats.get(i), classes.folder())));
          }
          rows.add(row);
          SlotFigures.tell(seen.get(i).slots(), seats.get(i), i == 1, listener);
          seen.get(i).warn(seats.get(i), warnings);
        }
        List<Row> judged = Caveats.of(rows, program.connections());
        warnings.addAll(Caveats.warnings(judged, program.connections()));
        return new Cell(labels, judged, warnings);
      }
    }

    /** Kilobytes that an idle connection adds. */
    private double ofIdle(AdoptedServer program, List<String> command)
        throws IOException, InterruptedException {
      try (ServerProcess server = ServerProcess.start(command);
          Clients active = crowd(program, server, program.connections())) {
        active.slot(schedule.slot());
        ProcessFigures figures = new ProcessFigures(server.pid());
        long before = figures.settledMemory(SETTLE).resident();
        try (Clients others = crowd(program, server, idle)) {
          others.slot(Duration.ofMillis(1));
          return (figures.settledMemory(SETTLE).resident() - before) / 1024.0 / idle;
        }
      }
    }

    private static Crowd crowd(AdoptedServer program, ServerProcess server, int connections)
        throws InterruptedException {
      return new Crowd(program, jars(), server.address(), server.pid(), connections);
    }

    private List<String> command(AdoptedServer program, String model, Path classes) {
      List<String> options = new ArrayList<>();
      if (!model.equals(STOCK)) {
        options.addAll(program.adopted(BuildLayout.agent(), model));
        if (model.endsWith("-pool") && !model.startsWith("reactive")) {
          // A thread holds its carrier for as long as its connection lives.
          int carriers = program.connections() + idle + 16;
          options.add("-Dcal." + model + ".size=" + carriers);
        }
      }
      options.addAll(program.main(jars(), classes));
      return JVMS.javaOfOthers(options);
    }

    private static Path jars() {
      return BuildLayout.built().resolve("adopted");
    }
  }
}
