package cal.bench.kind;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.tournament.Cases;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.Slot;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.ErrorKind;
import cal.cli.load.LoadResult;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.Pace;
import cal.cli.load.Sessions;
import cal.cli.load.Workload;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Visitors of a web server, who think between their requests, after the study of Java's
 * event-driven web servers (Beltran and others, ICPP 2004). Servers are measured one after the
 * other, since their idle timeouts are part of it. Stateless.
 */
final class SessionsKind implements Kind {
  private static final String CORES = "cores";
  private static final String CLIENTS = "clients";
  private static final String TIMEOUTS = "timeouts_per_second";
  private static final String RESETS = "resets_per_second";
  private static final String SERVICE = "web-mix";
  private static final long SEED = 1;

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    boolean smoke = scale == Scale.SMOKE;
    List<Integer> clients = parameters.wholes(CLIENTS, List.of(600, 6000), 1, LoadSpec.MAX_CLIENTS);
    NamedServer baseline = NamedServer.baseline(parameters);
    List<NamedServer> servers = NamedServer.of(parameters);
    Stream.concat(Stream.of(baseline), servers.stream())
        .filter(server -> !server.serves(SERVICE))
        .forEach(
            server -> {
              throw parameters.mistake("servers", server.name() + " serves no files");
            });
    List<Map<String, String>> cases =
        Cases.of(
            Map.entry(CORES, parameters.wholes(CORES, List.of(1), 1, 2)),
            Map.entry(CLIENTS, smoke ? List.of(20) : clients));
    Duration think = parameters.seconds("think", 3);
    return new Visits(
        Contest.of(baseline, servers, cases, 1, smoke),
        Jvms.heap(parameters, "512m"),
        Schedule.of(parameters, scale, 10),
        smoke ? Duration.ofMillis(10) : think,
        parameters.seconds("timeout", 10),
        smoke ? Jvms.FAST_START : List.of());
  }

  /** The cases: cores of a server, numbers of clients. */
  private record Visits(
      Contest contest,
      String heap,
      Schedule schedule,
      Duration think,
      Duration timeout,
      List<String> flags)
      implements Plan {
    private static final Set<String> SHOWN =
        Set.of(
            SlotFigures.ANSWERS,
            SlotFigures.CPU,
            SlotFigures.CPU_INDEX,
            SlotFigures.P50,
            SlotFigures.P99,
            SlotFigures.CONNECT_P50,
            SlotFigures.CONNECT_P99,
            SlotFigures.PEAK_MEMORY,
            SlotFigures.THREADS,
            SlotFigures.GENERATOR);

    @Override
    public List<Map<String, String>> cases() {
      return contest.cases();
    }

    @Override
    public String baseline() {
      return contest.baseline().name();
    }

    @Override
    public Optional<String> missing() {
      return contest.baselineMissing();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      Duration each =
          ServerProcess.USUAL_START.plus(schedule.warmUp()).plus(whole()).plusMillis(500);
      return each.multipliedBy((long) schedule.jvms() * (contest.others().size() + 2));
    }

    private Duration whole() {
      return schedule.slot().multipliedBy(schedule.rounds());
    }

    @Override
    public long connections(Map<String, String> labels) {
      return Long.parseLong(labels.get(CLIENTS));
    }

    @Override
    public List<Figure> figures() {
      List<Figure> figures =
          new ArrayList<>(
              SlotFigures.OF_CONTESTANTS.stream()
                  .filter(one -> SHOWN.contains(one.key()))
                  .toList());
      figures.addAll(
          Figure.table(
              """
              timeouts_per_second | timeouts/s | clients that gave up, a second                    | 1 | low
              resets_per_second   | resets/s   | connections that the server closed first, a second | 1 | low
              """));
      return figures;
    }

    @Override
    public String method() {
      return """
      Each client visits: it connects, asks for one to four groups of one to four files of \
      WebSTONE's mix, 6.5 on average, each group at once (pipelining), thinks after each group for \
      an exponentially distributed time of %s s on average, and closes. It gives up a connection or an \
      answer after %s s. A server that closes the connection of a client that thinks counts as a \
      reset. Servers are measured one after the other, with their own idle timeouts; those \
      that have two cores share one of them with the clients: %d JVM(s) or \
      processes of each, %s s to begin with, then %d rounds of %s s of the same load. Response times are of \
      answers, the first of a visit with its connecting. Every answer is checked.\
      """
              .formatted(
                  Schedule.seconds(think),
                  Schedule.seconds(timeout),
                  schedule.jvms(),
                  Schedule.seconds(schedule.warmUp()),
                  schedule.rounds(),
                  Schedule.seconds(schedule.slot()))
          + contest.configurations();
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      List<NamedServer> seats = new ArrayList<>(List.of(contest.baseline(), contest.baseline()));
      seats.addAll(contest.others());
      List<Contestant> seen = seats.stream().map(seat -> new Contestant()).toList();
      int clients = Integer.parseInt(labels.get(CLIENTS));
      Jvms jvms = new Jvms(heap, Integer.parseInt(labels.get(CORES)));
      for (int jvm = 1; jvm <= schedule.jvms(); jvm++) {
        for (int i = 0; i < seats.size(); i++) {
          listener.now(seats.get(i).name());
          visit(seats.get(i), jvms, clients, jvm, seen.get(i));
        }
      }
      List<Row> rows = new ArrayList<>();
      List<String> warnings = new ArrayList<>(contest.missing());
      for (int i = 0; i < seats.size(); i++) {
        String name = seats.get(i).name();
        seen.get(i).requireAnswers(name, labels);
        rows.add(row(seen.get(i), name, i == 1, seen.getFirst()));
        SlotFigures.tell(seen.get(i).slots(), name, i == 1, listener);
        seen.get(i).warn(name, warnings);
      }
      return new Cell(labels, rows, warnings);
    }

    private void visit(NamedServer seat, Jvms jvms, int clients, int jvm, Contestant contestant)
        throws IOException, InterruptedException {
      try (ServerProcess server =
              ServerProcess.start(seat.command(jvms, SERVICE, contest.loops(), flags));
          LoadSession session = LoadSession.open(load(server, clients), of(server))) {
        session.slice(schedule.warmUp());
        for (int round = 0; round < schedule.rounds(); round++) {
          LoadResult result = session.slice(schedule.slot());
          contestant.add(new Slot(jvm, result, null));
          contestant.addErrors(result);
        }
        ProcessFigures figures = new ProcessFigures(server.pid());
        contestant.addThreads(figures.threads());
        contestant.addMemory(figures.peakResident());
      }
    }

    private static OptionalLong of(ServerProcess server) {
      return OptionalLong.of(server.pid());
    }

    private LoadSpec load(ServerProcess server, int clients) {
      return new LoadSpec(
          server.address(),
          Workload.visits(),
          Sessions.SHORT,
          clients,
          1,
          timeout,
          new Pace.Thinking(think, SEED));
    }

    private static Row row(Contestant one, String name, boolean again, Contestant baseline) {
      double seconds = one.slots().stream().mapToDouble(slot -> slot.result().seconds()).sum();
      Map<ErrorKind, Long> errors = one.errors();
      long timeouts =
          errors.getOrDefault(ErrorKind.TIMEOUT, 0L)
              + errors.getOrDefault(ErrorKind.CONNECT_FAILED, 0L);
      long resets =
          errors.getOrDefault(ErrorKind.RESET, 0L) + errors.getOrDefault(ErrorKind.CLOSED, 0L);
      Row row = one.row(name, again, baseline);
      Map<String, Double> figures = new LinkedHashMap<>(row.figures());
      figures.keySet().retainAll(SHOWN);
      figures.put(TIMEOUTS, timeouts / seconds);
      figures.put(RESETS, resets / seconds);
      return new Row(name, again, figures, row.indices(), row.errors());
    }
  }
}
