package cal.bench;

import cal.bench.experiment.Ratio;
import cal.bench.load.ErrorKind;
import cal.bench.load.Fairness;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Measures several servers in turns, all kept alive with their clients connected, so that whatever
 * slows the machine down hits all of them. Who begins changes from round to round. A server may
 * refuse clients: what it answers rightly counts. Confined to one thread.
 *
 * <p>Either a server finishes after its turn what it was asked, or all servers are held outside
 * their turns: then what a slow one has queued neither disturbs the others nor has to be waited
 * for. A server that is held has requests half read, and its clocks run on, so it must have no
 * limit of time for them that others' turns and starts come near ({@link
 * NamedServer#patientCommand}).
 */
final class Tournament {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final List<List<String>> commands;
  private final Function<ServerProcess, LoadSpec> load;
  private final boolean holding;
  private final List<Player> players = new ArrayList<>();

  /** One player for each command; {@code load} says what its clients do. */
  Tournament(List<List<String>> commands, Function<ServerProcess, LoadSpec> load) {
    this(commands, load, false);
  }

  private Tournament(
      List<List<String>> commands, Function<ServerProcess, LoadSpec> load, boolean holding) {
    this.commands = commands;
    this.load = load;
    this.holding = holding;
    commands.forEach(command -> players.add(new Player()));
  }

  /** The same, with servers that stand still outside their turns. */
  static Tournament holding(List<List<String>> commands, Function<ServerProcess, LoadSpec> load) {
    return new Tournament(commands, load, true);
  }

  /**
   * One turn. Immutable.
   *
   * @param fork the set of JVMs, from 1
   * @param result what the clients saw
   * @param switches context switches of the machine; null if unknown
   */
  record Turn(int fork, LoadResult result, Long switches) {
    /** Right answers a second. */
    double rate() {
      return result.answersPerSecond();
    }

    /** CPU seconds of the server for 1,000 of them; infinite if there were none. */
    double cpu() {
      Double cpu = result.serverCpuSecondsPer1000();
      return cpu == null ? Double.POSITIVE_INFINITY : cpu;
    }

    /** Context switches an answer; NaN if unknown. */
    double switchesAnAnswer() {
      long answers = result.answers() + result.lateAnswers();
      return switches == null || answers == 0 ? Double.NaN : (double) switches / answers;
    }
  }

  /** What one server has shown. */
  static final class Player {
    private final List<Turn> turns = new ArrayList<>();
    private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    private final List<long[]> perClient = new ArrayList<>();
    private LoadResult last;
    private int threads;
    private long resident;

    List<Turn> turns() {
      return turns;
    }

    /** Of all turns. */
    Map<ErrorKind, Long> errors() {
      return errors;
    }

    /** The long turn at the end. */
    LoadResult last() {
      return last;
    }

    /**
     * How many clients had an answer in some turn: the fewest of all sets of JVMs, so that clients
     * who starved in one of them are not hidden by the others.
     */
    long served() {
      return perClient.stream()
          .mapToLong(fork -> LongStream.of(fork).filter(answers -> answers > 0).count())
          .min()
          .orElse(0);
    }

    /**
     * Of the answers to each client in all turns of a set of JVMs: the median of all sets in which
     * there were any; null if there is none.
     */
    Double fairness() {
      List<Double> forks = perClient.stream().map(Fairness::of).filter(Objects::nonNull).toList();
      return forks.isEmpty() ? null : Duel.median(forks, Double::doubleValue);
    }

    /** Adds what each client of a set of JVMs has had in all its turns. */
    void addFork(long... answers) {
      perClient.add(answers);
    }

    /** The most threads that were seen. */
    int threads() {
      return threads;
    }

    /** The most memory it had resident, in bytes. */
    long resident() {
      return resident;
    }

    double median(ToDoubleFunction<Turn> figure) {
      return Duel.median(turns, figure);
    }

    private void count(LoadResult result) {
      result.errors().forEach((kind, number) -> errors.merge(kind, number, Long::sum));
    }
  }

  /** How long all clients go on warming up what few have warmed up, at most so long. */
  static Duration together(Duration warmUp) {
    return warmUp.dividedBy(12);
  }

  /** How many of the rounds a set of JVMs has, of so many sets; {@code fork} counts from 0. */
  static int share(int rounds, int fork, int forks) {
    return rounds * (fork + 1) / forks - rounds * fork / forks;
  }

  List<Player> players() {
    return players;
  }

  /**
   * Starts all servers, warms them up by few clients and then by all, measures some rounds, then
   * one long turn of each, and ends them.
   */
  void run(int fork, int rounds, Duration warmUp, Duration turn, Duration longTurn)
      throws IOException, InterruptedException {
    List<Seat> seats = new ArrayList<>();
    try {
      for (int i = 0; i < commands.size(); i++) {
        Seat seat = new Seat(players.get(i), ServerProcess.start(commands.get(i)));
        seats.add(seat);
        seat.compile(warmUp);
        seat.connect();
        if (holding) {
          seat.take(together(warmUp));
        }
      }
      for (Seat seat : holding ? List.<Seat>of() : seats) {
        seat.take(together(warmUp));
      }
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < seats.size(); i++) {
          Seat seat = seats.get((round + i) % seats.size());
          LoadResult result = seat.take(turn);
          seat.player.turns.add(new Turn(fork, result, seat.switches));
        }
      }
      for (Seat seat : longTurn.isPositive() ? seats : List.<Seat>of()) {
        seat.player.last = seat.take(longTurn);
      }
      for (Seat seat : seats) {
        seat.look();
      }
    } finally {
      seats.forEach(Seat::close);
    }
  }

  /** A player's server and clients, for one set of JVMs. */
  private final class Seat implements AutoCloseable {
    private final Player player;
    private final ServerProcess server;
    private final ProcessFigures figures;
    private LoadSession clients;
    private long[] before = {};

    /** Of the machine, in the last turn; null if unknown. */
    private Long switches;

    Seat(Player player, ServerProcess server) {
      this.player = player;
      this.server = server;
      this.figures = new ProcessFigures(server.pid());
    }

    void compile(Duration most) throws IOException, InterruptedException {
      WarmUp.byFew(server, load.apply(server), most, player::count);
    }

    void connect() throws IOException, InterruptedException {
      clients = LoadSession.open(load.apply(server), OptionalLong.of(server.pid()));
    }

    LoadResult take(Duration time) throws IOException, InterruptedException {
      if (holding) {
        server.goOn();
      }
      Long switchesBefore = ContextSwitches.now();
      LoadResult result = holding ? clients.turn(time) : clients.round(time, DRAIN);
      switches = ContextSwitches.since(switchesBefore);
      player.count(result);
      player.threads = Math.max(player.threads, figures.threads());
      if (holding) {
        server.hold();
      }
      if (before.length == 0) { // what it was warmed up by does not count
        before = clients.answersByClient();
      }
      return result;
    }

    void look() {
      player.resident = Math.max(player.resident, figures.peakResident());
      long[] answers = clients.answersByClient();
      for (int i = 0; i < before.length; i++) {
        answers[i] -= before[i];
      }
      player.addFork(answers);
    }

    @Override
    public void close() {
      if (clients != null) {
        clients.close();
      }
      server.close();
    }
  }

  /**
   * One ratio a round: that of two figures, of player A over player B. A round in which the server
   * served nobody and the baseline somebody is a 0. One in which the baseline served nobody has no
   * ratio, and is left out ({@link #servedNobody} counts those); null if all are. That is so of
   * {@link Turn#rate} of the server over the baseline's, and of {@link Turn#cpu} of the baseline
   * over the server's.
   */
  static Ratio ratio(Player a, Player b, ToDoubleFunction<Turn> figure) {
    return ratio(a.turns, b.turns, figure);
  }

  /** The same, of turns. */
  static Ratio ratio(List<Turn> a, List<Turn> b, ToDoubleFunction<Turn> figure) {
    Map<Integer, List<Double>> forks = new TreeMap<>();
    for (int i = 0; i < a.size(); i++) {
      Turn turnA = a.get(i);
      double ratio = figure.applyAsDouble(turnA) / figure.applyAsDouble(b.get(i));
      if (Double.isFinite(ratio)) {
        forks.computeIfAbsent(turnA.fork(), absent -> new ArrayList<>()).add(ratio);
      }
    }
    if (forks.isEmpty()) {
      return null;
    }
    return Ratio.ofForks(
        forks.values().stream()
            .map(fork -> fork.stream().mapToDouble(Double::doubleValue).toArray())
            .toList());
  }

  /** In how many turns nobody had an answer: of a baseline, the rounds that no ratio has. */
  static long servedNobody(List<Turn> turns) {
    return turns.stream().filter(turn -> turn.rate() == 0).count();
  }
}
