package cal.cli.load;

import java.time.Duration;

/** When clients ask. Immutable. */
public sealed interface Pace {

  /** A closed loop without pauses: a client asks again at once after an answer. */
  record Eager() implements Pace {}

  /**
   * A closed loop of clients that think: after each answer, and at first, for an exponentially
   * distributed time.
   *
   * @param mean of the times
   * @param seed the same seed, the same times
   */
  record Thinking(Duration mean, long seed) implements Pace {
    /**
     * Validates.
     *
     * @throws IllegalArgumentException if the mean is not above zero
     */
    public Thinking {
      if (!mean.isPositive()) {
        throw new IllegalArgumentException("mean=" + mean + " of think times must be above zero");
      }
    }
  }

  /**
   * An open loop: requests arrive as a Poisson process, whatever the fate of earlier requests. Each
   * takes a free client, or waits for a client; latency and time limit count from the intended
   * moment.
   *
   * @param perSecond the rate on average, until changed by {@link LoadSession#arrive}
   * @param seed the same seed and rate, the same arrivals
   */
  record Arriving(double perSecond, long seed) implements Pace {
    /**
     * Validates.
     *
     * @throws IllegalArgumentException if the rate is not within the range
     */
    public Arriving {
      requireRate(perSecond);
    }

    static double requireRate(double perSecond) {
      if (!(perSecond > 0 && perSecond <= 1e6)) {
        throw new IllegalArgumentException(
            "rate=" + perSecond + " must be above 0, and 1000000 a second at most");
      }
      return perSecond;
    }
  }
}
