package cal.bench.tournament;

import cal.bench.experiment.Index;
import cal.bench.experiment.Median;
import cal.cli.load.LoadSession;
import cal.cli.load.result.LoadResult;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two sets of clients in turns, A and B; the first changes from round to round. Confined to one
 * thread.
 */
public final class Duel {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final LoadSession a;
  private final LoadSession b;
  private final Duration slot;
  private long errors;

  public Duel(LoadSession a, LoadSession b, Duration slot) {
    this.a = a;
    this.b = b;
    this.slot = slot;
  }

  /** One round. Immutable. */
  public record Pair(LoadResult a, LoadResult b) {}

  /** Warms both servers up, one after the other. */
  public void warmUp(ServerProcess ofA, ServerProcess ofB, Duration most)
      throws InterruptedException {
    WarmUp.of(ofA, most, time -> count(a.round(time, DRAIN)));
    WarmUp.of(ofB, most, time -> count(b.round(time, DRAIN)));
  }

  public List<Pair> rounds(int number) throws InterruptedException {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      boolean first = i % 2 == 0;
      LoadResult one = count((first ? a : b).round(slot, DRAIN));
      LoadResult two = count((first ? b : a).round(slot, DRAIN));
      pairs.add(first ? new Pair(one, two) : new Pair(two, one));
    }
    return pairs;
  }

  /** How many errors all clients have seen so far. */
  public long errors() {
    return errors;
  }

  private LoadResult count(LoadResult result) {
    errors += result.errorCount();
    return result;
  }

  /**
   * The cost of A where that of B is 100: in each JVM the median of its rounds.
   *
   * @param jvms the rounds of each
   * @return by its key; none where the half of the rounds of a JVM have no cost
   */
  public static Map<String, Index> index(String key, List<List<Pair>> jvms, Figure figure) {
    Index index =
        Index.of(
            jvms.stream().map(pairs -> Median.of(pairs, pair -> figure.cost(pair.a()))).toList(),
            jvms.stream().map(pairs -> Median.of(pairs, pair -> figure.cost(pair.b()))).toList());
    return index == null ? Map.of() : Map.of(key, index);
  }

  /** A figure of a result, or null. */
  @FunctionalInterface
  public interface Figure {
    Double of(LoadResult result);

    /** Infinite where there is none. */
    private double cost(LoadResult result) {
      Double cost = of(result);
      return cost == null ? Double.POSITIVE_INFINITY : cost;
    }
  }
}
