package cal.bench.tournament;

import cal.bench.process.ContextSwitches;
import cal.bench.server.NamedServer;
import cal.cli.load.Clients;
import cal.cli.load.LoadResult;
import cal.cli.load.Pace;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures several servers in turns, all kept alive with their clients connected, so that whatever
 * slows the machine down hits all of them. The first server changes from round to round. A server
 * may refuse clients: its right answers count. Confined to one thread.
 *
 * <p>All servers are held outside their slots: so what a slow one has queued neither disturbs the
 * others nor has to be waited for. A server that is held has requests half read, and its clocks run
 * on, so it must have no limit of time for them that others' slots and starts come near ({@link
 * NamedServer#patientCommand}).
 */
public final class Tournament {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final Schedule schedule;
  private final Offer offer;
  private final List<List<String>> commands;
  private final List<Stint> stints;

  private Tournament(
      List<List<String>> commands, List<Stint> stints, Schedule schedule, Offer offer) {
    this.schedule = schedule;
    this.offer = offer;
    this.commands = commands;
    this.stints = stints;
  }

  /**
   * Measures a server for each command, each in several JVMs one after the other. Each JVM serves
   * all clients, some after others.
   *
   * @param clients how those of a case are connected, in the order of the cases
   * @return the servers of each case
   */
  public static List<List<Contestant>> play(
      List<List<String>> commands,
      List<Clients.Opening<ServerProcess>> clients,
      Schedule schedule,
      Offer offer)
      throws IOException, InterruptedException {
    List<Stint> stints =
        clients.stream().map(opening -> Stint.of(opening, commands.size())).toList();
    Tournament tournament = new Tournament(commands, stints, schedule, offer);
    for (int jvm = 1; jvm <= schedule.jvms(); jvm++) {
      tournament.play(jvm);
    }
    return stints.stream().map(Stint::contestants).toList();
  }

  /** The clients of a case, and what the servers are for them, in the order of the commands. */
  private record Stint(Clients.Opening<ServerProcess> opening, List<Contestant> contestants) {
    static Stint of(Clients.Opening<ServerProcess> opening, int servers) {
      return new Stint(opening, Stream.generate(Contestant::new).limit(servers).toList());
    }
  }

  /** How long all clients go on warming up, at most, what few have warmed up for so long. */
  public static Duration together(Duration warmUp) {
    return warmUp.dividedBy(3);
  }

  /** About how long that lasts. */
  public static Duration usuallyTogether(Duration warmUp) {
    return warmUp.dividedBy(12);
  }

  /** Starts all servers, warms them up by few clients, and measures them case by case. */
  private void play(int jvm) throws IOException, InterruptedException {
    List<Seat> seats = new ArrayList<>();
    try {
      for (int i = 0; i < commands.size(); i++) {
        Seat seat = new Seat(jvm, i);
        seats.add(seat);
        seat.warmUp(stints.getFirst());
      }
      for (Stint stint : stints) {
        measure(stint, seats);
      }
    } finally {
      seats.forEach(Seat::close);
    }
  }

  /** Warms all servers up by all clients of a case, measures, and parts from the clients. */
  private void measure(Stint stint, List<Seat> seats) throws IOException, InterruptedException {
    for (Seat seat : seats) {
      seat.serve(stint);
    }
    if (offer.isOpen()) {
      double rate = offer.perSecond(seats.stream().map(seat -> seat.capacity).toList());
      for (Seat seat : seats) {
        seat.openLoop(rate);
      }
    }
    for (int round = 0; round < schedule.rounds(); round++) {
      for (int i = 0; i < seats.size(); i++) {
        seats.get((round + i) % seats.size()).take(schedule.slot());
      }
    }
    for (Seat seat : seats) {
      seat.part();
    }
  }

  /** One JVM of a server, and its clients: one case's after the other's. */
  private final class Seat implements AutoCloseable {
    private final int jvm;
    private final int number;
    private final ServerProcess server;
    private final ProcessFigures figures;
    private Stint stint;
    private double capacity;
    private Clients clients;
    private long[] before = {};

    Seat(int jvm, int number) throws InterruptedException {
      this.jvm = jvm;
      this.number = number;
      this.server = ServerProcess.start(commands.get(number));
      this.figures = new ProcessFigures(server.pid());
    }

    private Contestant contestant() {
      return stint.contestants.get(number);
    }

    private Clients open(int most, Pace pace) throws IOException, InterruptedException {
      return stint.opening.open(server, most, pace);
    }

    /** By few of a case's clients. */
    void warmUp(Stint first) throws IOException, InterruptedException {
      stint = first;
      try (Clients few = open(WarmUp.FEW, new Pace.Eager())) {
        WarmUp.of(
            server, schedule.warmUp(), time -> contestant().addErrors(few.round(time, DRAIN)));
      }
      server.hold();
    }

    /** Serves all of a case's clients, to warm up, or to show its capacity. */
    void serve(Stint next) throws IOException, InterruptedException {
      stint = next;
      server.goOn();
      if (!offer.isOpen()) {
        begin(new Pace.Eager());
        return;
      }
      try (Clients all = open(Integer.MAX_VALUE, new Pace.Eager())) {
        LoadResult look = Capacity.of(all, schedule.look());
        capacity = look.answersPerSecond();
        contestant().addLook(new Slot(jvm, look, null));
        contestant().addAnswers(all.answersByClient());
      }
      server.hold();
    }

    /** Asks for so much a second from now on. */
    void openLoop(double perSecond) throws IOException, InterruptedException {
      contestant().offer(perSecond);
      server.goOn();
      begin(Offer.pace(perSecond));
    }

    private void begin(Pace pace) throws IOException, InterruptedException {
      clients = open(Integer.MAX_VALUE, pace);
      WarmUp.of(
          server, together(schedule.warmUp()), time -> contestant().addErrors(clients.slot(time)));
      server.hold();
      before = clients.answersByClient(); // what it was warmed up by does not count
    }

    void take(Duration time) throws IOException, InterruptedException {
      server.goOn();
      Long switchesBefore = ContextSwitches.now();
      LoadResult result = clients.slot(time);
      contestant().add(new Slot(jvm, result, ContextSwitches.since(switchesBefore)));
      contestant().addErrors(result);
      contestant().addThreads(figures.threads());
      server.hold();
    }

    /** Looks at what was, and parts from the clients. */
    void part() {
      contestant().addMemory(figures.peakResident());
      if (!offer.isOpen()) { // there requests are dealt out in turn
        long[] answers = clients.answersByClient();
        for (int i = 0; i < before.length; i++) {
          answers[i] -= before[i];
        }
        contestant().addAnswers(answers);
      }
      clients.close();
      clients = null;
    }

    @Override
    public void close() {
      if (clients != null) {
        clients.close();
      }
      server.close();
    }
  }
}
