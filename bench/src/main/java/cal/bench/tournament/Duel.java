package cal.bench.tournament;

import cal.bench.experiment.Ratio;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.server.ServerProcess;
import cal.bench.server.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

  /** The figure of A over that of B, over all rounds; null where one has none. */
  public static Ratio ratio(List<Pair> pairs, Figure figure) {
    if (pairs.stream()
        .anyMatch(pair -> figure.of(pair.a()) == null || figure.of(pair.b()) == null)) {
      return null;
    }
    return Ratio.of(
        pairs.stream().mapToDouble(pair -> figure.of(pair.a()) / figure.of(pair.b())).toArray());
  }

  /** The warnings where A differs from B, by a ratio or null, though they are the same. */
  public static List<String> noise(String figure, Ratio itself) {
    return itself == null || !itself.isNoise()
        ? List.of()
        : List.of(
            "the machine was too noisy to judge the %s: without / without is %s"
                .formatted(figure, itself));
  }

  /** A figure of a result, or null. */
  @FunctionalInterface
  public interface Figure {
    Double of(LoadResult result);
  }
}
