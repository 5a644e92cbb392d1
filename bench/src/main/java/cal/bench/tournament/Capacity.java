package cal.bench.tournament;

import cal.bench.Failure;
import cal.bench.load.Clients;
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

  /** The most answers a second of a closed loop, once that does not rise any more. */
  public static double of(Clients clients, Duration look) throws InterruptedException {
    double best = 0;
    int still = 0;
    for (int looks = 0; looks < MOST_LOOKS && still < STILL; looks++) {
      double rate = clients.round(look, DRAIN).answersPerSecond();
      still = rate < best * RISING ? still + 1 : 0;
      best = Math.max(best, rate);
    }
    if (best <= 0) {
      throw new Failure(1, "the server answers nothing in a closed loop, so there is no capacity");
    }
    return best;
  }
}
