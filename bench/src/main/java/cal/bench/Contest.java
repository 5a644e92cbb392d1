package cal.bench;

import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Measures two servers in turns, both kept alive with their clients connected, so that whatever
 * slows the machine down hits both. Who begins changes from round to round. After each turn the
 * server finishes what it was asked, and all of that counts: CPU time and answers belong together.
 * Confined to one thread.
 */
final class Contest {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final Workload workload;
  private final int clients;
  private final Duration warmUp;
  private final Duration turn;
  private long errors;

  Contest(Workload workload, int clients, Duration warmUp, Duration turn) {
    this.workload = workload;
    this.clients = clients;
    this.warmUp = warmUp;
    this.turn = turn;
  }

  /**
   * Starts both servers, measures some rounds, and ends both; {@code fork} goes into each round.
   */
  List<Comparison.Turns> run(int fork, List<String> commandA, List<String> commandB, int rounds)
      throws IOException, InterruptedException {
    List<Comparison.Turns> turns = new ArrayList<>();
    try (ServerProcess a = ServerProcess.start(commandA);
        ServerProcess b = ServerProcess.start(commandB);
        LoadSession clientsOfA = connect(a);
        LoadSession clientsOfB = connect(b)) {
      count(clientsOfA.round(warmUp, DRAIN));
      count(clientsOfB.round(warmUp, DRAIN));
      for (int i = 0; i < rounds; i++) {
        boolean first = i % 2 == 0;
        LoadResult one = count((first ? clientsOfA : clientsOfB).round(turn, DRAIN));
        LoadResult two = count((first ? clientsOfB : clientsOfA).round(turn, DRAIN));
        turns.add(first ? turns(fork, one, two) : turns(fork, two, one));
      }
    }
    return turns;
  }

  /** How many errors all clients have seen so far. */
  long errors() {
    return errors;
  }

  private LoadSession connect(ServerProcess server) throws IOException, InterruptedException {
    LoadSpec spec = new LoadSpec(server.address(), workload, Sessions.LONG, clients);
    return LoadSession.open(spec, OptionalLong.of(server.pid()));
  }

  private LoadResult count(LoadResult result) {
    errors += result.errorCount();
    if (!result.isRight() || result.serverCpuSecondsPer1000() == null) {
      throw new Failure(1, "a server does not do its work:\n" + Summary.of(result));
    }
    return result;
  }

  private static Comparison.Turns turns(int fork, LoadResult a, LoadResult b) {
    return new Comparison.Turns(
        fork,
        a.serverCpuSecondsPer1000(),
        b.serverCpuSecondsPer1000(),
        a.answersPerSecond(),
        b.answersPerSecond(),
        a.generatorCpuShare(),
        b.generatorCpuShare());
  }
}
