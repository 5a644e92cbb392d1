package cal.bench;

import cal.bench.load.ErrorKind;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Measures several servers in turns, all kept alive with their clients connected, so that whatever
 * slows the machine down hits all of them. Who begins changes from round to round. A server may
 * refuse clients: what it answers rightly counts. Confined to one thread.
 */
final class Tournament {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final List<List<String>> commands;
  private final Function<ServerProcess, LoadSpec> load;
  private final List<Player> players = new ArrayList<>();

  /** One player for each command; {@code load} says what its clients do. */
  Tournament(List<List<String>> commands, Function<ServerProcess, LoadSpec> load) {
    this.commands = commands;
    this.load = load;
    commands.forEach(command -> players.add(new Player()));
  }

  /**
   * One turn. Immutable.
   *
   * @param fork the set of JVMs, from 1
   * @param rate right answers a second
   * @param cpu CPU seconds of the server for 1,000 of them; infinite if there were none
   */
  record Turn(int fork, double rate, double cpu) {}

  /** What one server has shown. */
  static final class Player {
    private final List<Turn> turns = new ArrayList<>();
    private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    private LoadResult last;

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

    double median(ToDoubleFunction<Turn> figure) {
      return Duel.median(turns, figure);
    }

    private LoadResult count(LoadResult result) {
      result.errors().forEach((kind, number) -> errors.merge(kind, number, Long::sum));
      return result;
    }
  }

  List<Player> players() {
    return players;
  }

  /** Starts all servers, measures some rounds, then one long turn of each, and ends them. */
  void run(int fork, int rounds, Duration warmUp, Duration turn, Duration longTurn)
      throws IOException, InterruptedException {
    List<ServerProcess> servers = new ArrayList<>();
    List<LoadSession> clients = new ArrayList<>();
    try {
      for (List<String> command : commands) {
        ServerProcess server = ServerProcess.start(command);
        servers.add(server);
        clients.add(LoadSession.open(load.apply(server), OptionalLong.of(server.pid())));
      }
      for (int i = 0; i < clients.size(); i++) {
        players.get(i).count(clients.get(i).round(warmUp, DRAIN));
      }
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < clients.size(); i++) {
          int next = (round + i) % clients.size();
          Player player = players.get(next);
          player.turns.add(turn(fork, player.count(clients.get(next).round(turn, DRAIN))));
        }
      }
      if (longTurn.isPositive()) {
        for (int i = 0; i < clients.size(); i++) {
          Player player = players.get(i);
          player.last = player.count(clients.get(i).round(longTurn, DRAIN));
        }
      }
    } finally {
      clients.forEach(LoadSession::close);
      servers.forEach(ServerProcess::close);
    }
  }

  private static Turn turn(int fork, LoadResult result) {
    Double cpu = result.serverCpuSecondsPer1000();
    return new Turn(fork, result.answersPerSecond(), cpu == null ? Double.POSITIVE_INFINITY : cpu);
  }

  /**
   * One ratio a round: that of two figures, of player A over player B. Rounds in which one served
   * nobody, and has no such ratio, are left out; null if all are.
   */
  static Ratio ratio(Player a, Player b, ToDoubleFunction<Turn> figure) {
    Map<Integer, List<Double>> forks = new TreeMap<>();
    for (int i = 0; i < a.turns.size(); i++) {
      Turn turnA = a.turns.get(i);
      double ratio = figure.applyAsDouble(turnA) / figure.applyAsDouble(b.turns.get(i));
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
}
