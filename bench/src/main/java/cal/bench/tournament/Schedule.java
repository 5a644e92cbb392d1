package cal.bench.tournament;

import cal.bench.experiment.Parameters;
import cal.bench.experiment.Scale;
import cal.bench.server.ServerProcess;
import cal.bench.server.WarmUp;
import java.time.Duration;

/**
 * How long an experiment measures. Immutable.
 *
 * @param rounds in each of which each server has a slot
 * @param forks sets of JVMs that the rounds are shared between
 * @param slot of a server
 * @param warmUp of each JVM before, at most
 */
public record Schedule(int rounds, int forks, Duration slot, Duration warmUp) {
  /** A figure that is cited has at least so many rounds. */
  public static final int FOR_THE_RECORD = 15;

  private static final int MOST_ROUNDS = 1000;
  private static final Schedule SMOKE =
      new Schedule(2, 1, Duration.ofMillis(50), Duration.ofMillis(50));

  /** By {@code rounds}, {@code seconds} and {@code warmup} of a file. */
  public static Schedule of(Parameters parameters, Scale scale, double secondsUnlessSet) {
    Schedule schedule =
        new Schedule(
            rounds(parameters),
            1,
            parameters.seconds("seconds", secondsUnlessSet),
            parameters.seconds("warmup", WarmUp.MOST));
    return scale == Scale.SMOKE ? SMOKE : schedule;
  }

  /** By {@code forks} of a file as well. */
  public static Schedule withForks(Parameters parameters, Scale scale, double secondsUnlessSet) {
    Schedule schedule = of(parameters, scale, secondsUnlessSet);
    int forks = parameters.whole("forks", 1, 1, 100);
    if (forks > rounds(parameters)) {
      throw parameters.mistake("forks", "forks=" + forks + ": each needs a round; write fewer");
    }
    return scale == Scale.SMOKE
        ? SMOKE
        : new Schedule(schedule.rounds, forks, schedule.slot, schedule.warmUp);
  }

  /** By {@code rounds} of a file. */
  public static int rounds(Parameters parameters) {
    return parameters.whole("rounds", FOR_THE_RECORD, 1, MOST_ROUNDS);
  }

  /** How many of the rounds a set of JVMs has; they count from 0. */
  public int share(int fork) {
    return rounds * (fork + 1) / forks - rounds * fork / forks;
  }

  /** Of so many JVMs in turns, once or more often. */
  public Duration estimate(int jvms, int times) {
    Duration each = ServerProcess.USUAL_START.plus(WarmUp.usual(warmUp)).multipliedBy(forks);
    return each.plus(slot.multipliedBy((long) rounds * times)).multipliedBy(jvms);
  }

  /** How long a look for a capacity is. */
  Duration look() {
    return slot.multipliedBy(2);
  }

  /** Of the looks for a capacity on each JVM. */
  public Duration estimateOfCapacity() {
    return look().multipliedBy((long) Capacity.LOOKS * forks);
  }

  /** In words. */
  public String text() {
    return "%d rounds of %s s, after %s s of warm-up at most"
        .formatted(rounds, seconds(slot), seconds(warmUp));
  }

  /** A time as people read it. */
  public static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000.0);
  }
}
