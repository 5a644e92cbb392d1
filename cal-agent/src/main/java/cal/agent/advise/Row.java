package cal.agent.advise;

import java.util.List;

/**
 * A model's figures, of all lives. Immutable.
 *
 * @param model the name
 * @param rates units a second, of each life
 * @param cpus CPU seconds of a thousand units, of each life with a unit
 * @param megabytes the most resident memory of a life
 * @param captured activities, since the starts
 * @param refused among the captured
 * @param failed among the captured
 */
record Row(
    String model,
    List<Double> rates,
    List<Double> cpus,
    long megabytes,
    long captured,
    long refused,
    long failed) {
  static Row of(List<Trial> lives, Work work) {
    return new Row(
        lives.getFirst().model(),
        lives.stream().map(one -> one.rate(work)).toList(),
        lives.stream().filter(one -> one.rate(work) > 0).map(one -> one.cpu(work)).toList(),
        lives.stream().mapToLong(one -> one.last().megabytes()).max().orElseThrow(),
        lives.stream().mapToLong(one -> one.last().captured()).sum(),
        lives.stream().mapToLong(one -> one.last().refused()).sum(),
        lives.stream().mapToLong(one -> one.last().failed()).sum());
  }

  int lives() {
    return rates.size();
  }

  /** Whether anything has ended well. */
  boolean answers() {
    return rate() > 0;
  }

  double rate() {
    return Spread.median(rates);
  }

  /** The median; not a number without a unit. */
  double cpu() {
    return cpus.isEmpty() ? Double.NaN : Spread.median(cpus);
  }

  /** Of a life. */
  double least() {
    return cpus.stream().min(Double::compare).orElse(Double.NaN);
  }

  /** Of a life. */
  double most() {
    return cpus.stream().max(Double::compare).orElse(Double.NaN);
  }

  /** The part of refused or failed activities. */
  double lost() {
    return captured == 0 ? 0 : (double) (refused + failed) / captured;
  }
}
