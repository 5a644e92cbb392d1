package cal.bench.tournament;

import cal.bench.load.Clients;
import cal.bench.load.LoadResult;
import cal.bench.load.Pace;
import cal.bench.process.ContextSwitches;
import cal.bench.process.ProcessFigures;
import cal.bench.server.NamedServer;
import cal.bench.server.ServerProcess;
import cal.bench.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

  private final Clients.Opening<ServerProcess> opening;
  private final Offer offer;
  private final List<List<String>> commands;
  private final List<Contestant> contestants = new ArrayList<>();

  private Tournament(
      List<List<String>> commands, Clients.Opening<ServerProcess> opening, Offer offer) {
    this.offer = offer;
    this.commands = commands;
    this.opening = opening;
    commands.forEach(command -> contestants.add(new Contestant()));
  }

  /** Measures a server for each command, each in several JVMs one after the other. */
  public static List<Contestant> play(
      List<List<String>> commands,
      Clients.Opening<ServerProcess> opening,
      Schedule schedule,
      Offer offer)
      throws IOException, InterruptedException {
    Tournament tournament = new Tournament(commands, opening, offer);
    for (int jvm = 1; jvm <= schedule.jvms(); jvm++) {
      tournament.play(jvm, schedule);
    }
    return tournament.contestants;
  }

  /** How long all clients go on warming up, at most, what few have warmed up for so long. */
  public static Duration together(Duration warmUp) {
    return warmUp.dividedBy(3);
  }

  /** About how long that lasts. */
  public static Duration usuallyTogether(Duration warmUp) {
    return warmUp.dividedBy(12);
  }

  /** Starts all servers, warms them up by few clients and then by all, measures, and ends them. */
  private void play(int jvm, Schedule schedule) throws IOException, InterruptedException {
    List<Seat> seats = new ArrayList<>();
    try {
      for (int i = 0; i < commands.size(); i++) {
        Seat seat = new Seat(jvm, contestants.get(i), ServerProcess.start(commands.get(i)));
        seats.add(seat);
        seat.warmUp(schedule);
      }
      if (offer.isOpen()) {
        double rate = offer.perSecond(seats.stream().map(seat -> seat.capacity).toList());
        for (Seat seat : seats) {
          seat.openLoop(rate, together(schedule.warmUp()));
        }
      }
      for (int round = 0; round < schedule.rounds(); round++) {
        for (int i = 0; i < seats.size(); i++) {
          seats.get((round + i) % seats.size()).take(schedule.slot());
        }
      }
      for (Seat seat : seats) {
        seat.look();
      }
    } finally {
      seats.forEach(Seat::close);
    }
  }

  /** One JVM of a server, and its clients. */
  private final class Seat implements AutoCloseable {
    private final int jvm;
    private final Contestant contestant;
    private final ServerProcess server;
    private final ProcessFigures figures;
    private double capacity;
    private Clients clients;
    private long[] before = {};

    Seat(int jvm, Contestant contestant, ServerProcess server) {
      this.jvm = jvm;
      this.contestant = contestant;
      this.server = server;
      this.figures = new ProcessFigures(server.pid());
    }

    void warmUp(Schedule schedule) throws IOException, InterruptedException {
      Pace closed = new Pace.Eager();
      try (Clients few = opening.open(server, WarmUp.FEW, closed)) {
        WarmUp.of(server, schedule.warmUp(), time -> contestant.addErrors(few.round(time, DRAIN)));
      }
      if (offer.isOpen()) {
        try (Clients all = opening.open(server, Integer.MAX_VALUE, closed)) {
          LoadResult look = Capacity.of(all, schedule.look());
          capacity = look.answersPerSecond();
          contestant.addLook(new Slot(jvm, look, null));
          contestant.addAnswers(all.answersByClient());
        }
        server.hold();
      } else {
        begin(closed, together(schedule.warmUp()));
      }
    }

    /** Asks for so much a second from now on. */
    void openLoop(double perSecond, Duration warmUp) throws IOException, InterruptedException {
      contestant.offer(perSecond);
      server.goOn();
      begin(Offer.pace(perSecond), warmUp);
    }

    private void begin(Pace pace, Duration warmUp) throws IOException, InterruptedException {
      clients = opening.open(server, Integer.MAX_VALUE, pace);
      WarmUp.of(server, warmUp, time -> contestant.addErrors(clients.slot(time)));
      server.hold();
      before = clients.answersByClient(); // what it was warmed up by does not count
    }

    void take(Duration time) throws IOException, InterruptedException {
      server.goOn();
      Long switchesBefore = ContextSwitches.now();
      LoadResult result = clients.slot(time);
      contestant.add(new Slot(jvm, result, ContextSwitches.since(switchesBefore)));
      contestant.addErrors(result);
      contestant.addThreads(figures.threads());
      server.hold();
    }

    void look() {
      contestant.addMemory(figures.peakResident());
      if (!offer.isOpen()) { // there requests are dealt out in turn
        long[] answers = clients.answersByClient();
        for (int i = 0; i < before.length; i++) {
          answers[i] -= before[i];
        }
        contestant.addAnswers(answers);
      }
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
