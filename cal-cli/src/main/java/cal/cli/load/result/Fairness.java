package cal.cli.load.result;

import java.util.stream.LongStream;

/** The fairness of the CAL paper, section 4.3. Stateless, hence thread-safe. */
public final class Fairness {
  private Fairness() {}

  /**
   * (mean - standard deviation) / mean of answers a client: 1 if all got the same, below 0 if few
   * got nearly all.
   *
   * @param perClient answers, a count for each client
   * @return at most 1; null if nobody got anything
   */
  public static Double of(long... perClient) {
    double mean = LongStream.of(perClient).average().orElse(0);
    if (mean == 0) {
      return null;
    }
    double squares = 0;
    for (long count : perClient) {
      squares += (count - mean) * (count - mean);
    }
    return (mean - Math.sqrt(squares / perClient.length)) / mean;
  }

  /**
   * The most possible with so many answers, which are whole: some clients have an answer more than
   * others.
   *
   * @param answers of all clients, at least 1
   */
  public static double most(long answers, int clients) {
    double mean = (double) answers / clients;
    double more = mean - Math.floor(mean);
    return 1 - Math.sqrt(more * (1 - more)) / mean;
  }
}
