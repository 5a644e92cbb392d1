package cal.bench.layered;

import java.time.Duration;

/**
 * The limits that no layered server can exceed, by the asymptotic bounds of operational analysis
 * (Denning and Buzen, "The Operational Analysis of Queueing Network Models", 1978). Immutable.
 *
 * @param think of a client, on average
 * @param mid the time of a request in the mid-level server itself
 * @param low its time in the low-level server
 * @param midAtOnce requests that the mid-level server can work on at a time: its cores, if it
 *     computes; 0 for any number
 * @param lowAtOnce those of the low-level server; 0 for any number
 */
record LayeredBounds(Duration think, Duration mid, Duration low, int midAtOnce, int lowAtOnce) {

  /** The most answers a second of so many threads that take a request each. */
  double throughput(int clients, int threads) {
    double request = seconds(mid) + seconds(low);
    double limit = Math.min(clients / (seconds(think) + request), threads / request);
    limit = midAtOnce == 0 ? limit : Math.min(limit, midAtOnce / seconds(mid));
    return lowAtOnce == 0 ? limit : Math.min(limit, lowAtOnce / seconds(low));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
