package cal.bench.tournament;

import cal.bench.process.ContextSwitches;
import cal.bench.server.NamedServer;
import cal.cli.load.Clients;
import cal.cli.load.Pace;
import cal.cli.load.result.LoadResult;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures several servers in turns, all kept alive with their clients connected, so a slow moment
 * of the machine hits all. The first server changes from round to round. A server may refuse
 * clients: its right answers count. Servers whose own clocks decide live alone, one after the
 * other, in another order for each JVM. Confined to a thread.
 *
 * <p>All others are held outside their slots: so the queue of a slow server neither disturbs the
 * others nor needs a wait. A held server has requests half read, and clocks run on, so time limits
 * of requests must be far beyond others' slots and starts ({@link NamedServer#patientCommand}).
 */
public final class Tournament {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** Long enough for each idle connection to have an answer: 10,000 need 1.3 s. */
  private static final Duration EVERYBODY = Duration.ofMillis(300);

  private static final Duration EVERYBODY_MORE = Duration.ofNanos(100_000);

  /** Ends the reason of a server's own change of model. */
  private static final String CHANGED = "(adaptive: ";

  private final List<Layers.Starting> servers;
  private final List<Stint> stints;
  private final Schedule schedule;
  private final Turns turns;
  private final Offer offer;

  private Tournament(
      List<Layers.Starting> servers,
      List<Stint> stints,
      Schedule schedule,
      Turns turns,
      Offer offer) {
    this.servers = servers;
    this.stints = stints;
    this.schedule = schedule;
    this.turns = turns;
    this.offer = offer;
  }

  /**
   * The load of a case. Immutable.
   *
   * @param clients of the requests
   * @param idle clients with a single answer each, and no more requests; null for none
   * @param idleClients the number of idle clients
   */
  public record Load(
      Clients.Opening<ServerProcess> clients,
      Clients.Opening<ServerProcess> idle,
      int idleClients) {
    /** A load without idle connections. */
    public Load(Clients.Opening<ServerProcess> clients) {
      this(clients, null, 0);
    }
  }

  /**
   * Measures servers, each in several JVMs one after the other. Each JVM serves all loads, some
   * after others.
   *
   * @param servers by their commands
   * @param loads of the cases, in order
   * @return the servers of each case
   */
  public static List<List<Contestant>> play(
      List<Layers.Starting> servers, List<Load> loads, Schedule schedule, Turns turns, Offer offer)
      throws IOException, InterruptedException {
    List<Stint> stints = loads.stream().map(load -> Stint.of(load, servers.size())).toList();
    Tournament tournament = new Tournament(servers, stints, schedule, turns, offer);
    for (int jvm = 1; jvm <= schedule.jvms(); jvm++) {
      if (turns.alone()) {
        tournament.playAlone(jvm);
      } else {
        tournament.playTogether(jvm);
      }
    }
    return stints.stream().map(Stint::contestants).toList();
  }

  /** The load of a case, and the contestants, in order. */
  private record Stint(Load load, List<Contestant> contestants) {
    static Stint of(Load load, int servers) {
      return new Stint(load, Stream.generate(Contestant::new).limit(servers).toList());
    }
  }

  /** The longest warm-up by all clients, after a warm-up by few for so long. */
  public static Duration together(Duration warmUp) {
    return warmUp.dividedBy(3);
  }

  /** The approximate length. */
  public static Duration usuallyTogether(Duration warmUp) {
    return warmUp.dividedBy(12);
  }

  /** The time for so many idle connections to ask before the idle time, and at the end. */
  public static Duration everybody(int idle) {
    return idle == 0 ? Duration.ZERO : EVERYBODY.plus(EVERYBODY_MORE.multipliedBy(idle));
  }

  /** Starts all servers, warms all up by few clients, and measures case by case. */
  private void playTogether(int jvm) throws IOException, InterruptedException {
    List<Seat> seats = new ArrayList<>();
    try {
      for (int i = 0; i < servers.size(); i++) {
        Seat seat = new Seat(jvm, i);
        seats.add(seat);
        seat.warmUp(stints.subList(0, 1));
        seat.hold();
      }
      for (Stint stint : stints) {
        measure(stint, seats);
      }
    } finally {
      seats.forEach(Seat::close);
    }
  }

  /** Lets each server live through all cases. */
  private void playAlone(int jvm) throws IOException, InterruptedException {
    for (int i = 0; i < servers.size(); i++) {
      try (Seat seat = new Seat(jvm, (jvm - 1 + i) % servers.size())) {
        seat.warmUp(stints);
        for (Stint stint : stints) {
          seat.settle(stint);
          for (int round = 0; round < schedule.rounds(); round++) {
            seat.take(schedule.slot());
          }
          seat.part();
        }
      }
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
        Seat seat = seats.get((round + i) % seats.size());
        seat.goOn();
        seat.take(schedule.slot());
        seat.hold();
      }
    }
    for (Seat seat : seats) {
      seat.goOn(); // a client may wait for the answer to its leave
      seat.part();
      seat.hold();
    }
  }

  /** A JVM of a server, and its clients, case by case. */
  private final class Seat implements AutoCloseable {
    private final int jvm;
    private final int number;
    private final Layers layers;
    private final ServerProcess server;
    private final ProcessFigures figures;
    private Stint stint;
    private double capacity;
    private Clients clients;
    private Clients idle;
    private long[] before = {};

    Seat(int jvm, int number) throws InterruptedException {
      this.jvm = jvm;
      this.number = number;
      this.layers = servers.get(number).start();
      this.server = layers.server();
      this.figures = new ProcessFigures(server.pid());
    }

    void hold() throws IOException, InterruptedException {
      server.hold();
    }

    void goOn() throws IOException, InterruptedException {
      server.goOn();
    }

    private Contestant contestant() {
      return stint.contestants.get(number);
    }

    private Clients open(int most, Pace pace) throws IOException, InterruptedException {
      return stint.load.clients().open(server, most, pace);
    }

    /** By few clients of each case, which share the time. */
    void warmUp(List<Stint> all) throws IOException, InterruptedException {
      Duration each = schedule.warmUp().dividedBy(all.size());
      for (Stint one : all) {
        stint = one;
        try (Clients few = open(WarmUp.FEW, new Pace.Eager())) {
          WarmUp.of(server, each, time -> contestant().addErrors(few.round(time, DRAIN)));
        }
      }
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
      if (!(clients instanceof PhasedClients)) { // whose slots begin with one
        WarmUp.of(
            server,
            together(schedule.warmUp()),
            time -> contestant().addErrors(clients.slot(time)));
      }
      server.hold();
      before = clients.answersByClient(); // what it was warmed up by does not count
    }

    /** Takes the load of a case, idle connections first, for a while that does not count. */
    void settle(Stint next) throws IOException, InterruptedException {
      stint = next;
      Load load = next.load();
      server.takeComplaints();
      if (load.idle() != null) {
        idle = load.idle().open(server, Integer.MAX_VALUE, new Pace.Eager());
        contestant().addErrors(idle.round(everybody(load.idleClients()), DRAIN));
      }
      clients = open(Integer.MAX_VALUE, new Pace.Eager());
      clients.slot(turns.settle());
      before = clients.answersByClient();
    }

    void take(Duration time) throws IOException, InterruptedException {
      Long switchesBefore = ContextSwitches.now();
      LoadResult result = clients.slot(time);
      Long switches = ContextSwitches.since(switchesBefore);
      if (clients instanceof PhasedClients phased) {
        phased.others().forEach(contestant()::addErrors);
        contestant()
            .add(new Slot(jvm, result, phased.switches(), new LinkedHashMap<>(phased.figures())));
      } else {
        contestant().add(new Slot(jvm, result, switches));
      }
      contestant().addErrors(result);
      contestant().addThreads(figures.threads());
    }

    /** Looks at the results, and parts from the clients. */
    void part() throws InterruptedException {
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
      if (idle != null) {
        contestant().addErrors(idle.round(everybody(stint.load.idleClients()), DRAIN));
        idle.close();
        idle = null;
      }
      server.takeComplaints().stream()
          .filter(line -> line.contains(CHANGED))
          .forEach(contestant()::addChange);
    }

    @Override
    public void close() {
      for (Clients some : new Clients[] {clients, idle}) {
        if (some != null) {
          some.close();
        }
      }
      layers.close();
    }
  }
}
