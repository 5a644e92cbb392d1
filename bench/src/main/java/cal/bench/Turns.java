package cal.bench;

import cal.bench.experiment.Parameters;
import cal.bench.experiment.Scale;
import java.time.Duration;

/**
 * How long an experiment measures. Immutable.
 *
 * @param rounds in each of which each server has a turn
 * @param turn of a server
 * @param warmUp of each JVM before, at most
 */
record Turns(int rounds, Duration turn, Duration warmUp) {
  private static final Turns SMOKE = new Turns(2, Duration.ofMillis(50), Duration.ofMillis(50));

  /** By {@code rounds}, {@code seconds} and {@code warmup} of a file. */
  static Turns of(Parameters parameters, Scale scale) {
    Turns turns =
        new Turns(
            parameters.whole("rounds", TurnOptions.ROUNDS_FOR_THE_RECORD, 1, 1000),
            parameters.seconds("seconds", 1),
            parameters.seconds("warmup", WarmUp.MOST));
    return scale == Scale.SMOKE ? SMOKE : turns;
  }

  /** Of so many JVMs in turns, once or more often. */
  Duration estimate(int jvms, int times) {
    Duration start = Duration.ofMillis(1200);
    return start
        .plus(WarmUp.usual(warmUp))
        .plus(turn.multipliedBy((long) rounds * times))
        .multipliedBy(jvms);
  }

  /** In words. */
  String text() {
    return "%d rounds of %s s, after %s s of warm-up at most"
        .formatted(rounds, turn.toMillis() / 1000.0, warmUp.toMillis() / 1000.0);
  }
}
