package cal.bench.tournament;

import cal.cli.load.Clients;
import cal.cli.load.result.LoadResult;
import cal.cli.support.Failure;
import java.time.Duration;

/** The most that a server can answer. Stateless. */
public final class Capacity {
  /** About so many looks show one. */
  public static final int LOOKS = 4;

  private static final int MOST_LOOKS = 15;

  /** Of so many looks in a row none may be better than the best before by this factor. */
  private static final int STILL = 2;

  private static final double RISING = 1.03;
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private Capacity() {}

  /** The look with the most answers a second of a closed loop, once that does not rise any more. */
  public static LoadResult of(Clients clients, Duration look) throws InterruptedException {
    LoadResult best = clients.round(look, DRAIN);
    int still = 0;
    for (int looks = 1; looks < MOST_LOOKS && still < STILL; looks++) {
      LoadResult next = clients.round(look, DRAIN);
      still = next.answersPerSecond() < best.answersPerSecond() * RISING ? still + 1 : 0;
      best = next.answersPerSecond() > best.answersPerSecond() ? next : best;
    }
    if (best.answers() == 0) {
      throw new Failure(1, "the server answers nothing in a closed loop, so there is no capacity");
    }
    return best;
  }
}
