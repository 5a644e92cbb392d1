package cal.bench.tournament;

import cal.bench.load.LoadResult;

/**
 * One slot of a server. Immutable.
 *
 * @param fork the set of JVMs, from 1
 * @param result what the clients saw
 * @param switches context switches of the machine; null if unknown
 */
public record Slot(int fork, LoadResult result, Long switches) {
  /** Right answers a second. */
  public double rate() {
    return result.answersPerSecond();
  }

  /** CPU seconds of the server for 1,000 of them; infinite if there were none. */
  public double cpu() {
    Double cpu = result.serverCpuSecondsPer1000();
    return cpu == null ? Double.POSITIVE_INFINITY : cpu;
  }

  long answers() {
    return result.answers() + result.lateAnswers();
  }

  /** How long clients have waited for their answers, seconds of all of them. */
  double waited() {
    return answers() * result.latency().meanMicros() / 1e6;
  }

  /** Context switches an answer; NaN if unknown. */
  public double switchesAnAnswer() {
    return switches == null || answers() == 0 ? Double.NaN : (double) switches / answers();
  }
}
