package cal.bench.tournament;

import cal.bench.experiment.Parameters;
import cal.bench.experiment.Scale;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.time.Duration;

/**
 * How long an experiment measures. Immutable.
 *
 * @param jvms how many JVMs of a server there are, one after the other
 * @param rounds of each JVM, in each of which each server has a slot
 * @param slot of a server
 * @param warmUp of each JVM before, at most
 * @param look for the capacity of a JVM, of several
 */
public record Schedule(int jvms, int rounds, Duration slot, Duration warmUp, Duration look) {
  /** A figure that is cited is of at least so many JVMs, since they differ. */
  public static final int FOR_THE_RECORD = 8;

  private static final int TO_LOOK = 2;

  /** Slots of one JVM differ by a third: with three, a baseline differed from itself by 9%. */
  private static final int ROUNDS_FOR_THE_RECORD = 7;

  /** The median leaves one out that is disturbed. */
  private static final int ROUNDS_TO_LOOK = 3;

  private static final int MOST_ROUNDS = 1000;
  private static final Schedule SMOKE =
      new Schedule(1, 2, Duration.ofMillis(50), Duration.ofMillis(50));

  /** With looks for a capacity of two slots. */
  public Schedule(int jvms, int rounds, Duration slot, Duration warmUp) {
    this(jvms, rounds, slot, warmUp, slot.multipliedBy(2));
  }

  /** By {@code jvms}, {@code rounds}, {@code seconds} and {@code warmup} of a file. */
  public static Schedule of(Parameters parameters, Scale scale, double secondsUnlessSet) {
    Schedule schedule =
        new Schedule(
            jvms(parameters, scale),
            rounds(parameters, scale),
            parameters.seconds("seconds", secondsUnlessSet),
            parameters.seconds("warmup", WarmUp.MOST));
    return scale == Scale.SMOKE ? SMOKE : schedule;
  }

  /** By {@code jvms} of a file; one to see that it runs. */
  public static int jvms(Parameters parameters, Scale scale) {
    int jvms =
        parameters.whole("jvms", scale == Scale.FULL ? FOR_THE_RECORD : TO_LOOK, 1, MOST_ROUNDS);
    return scale == Scale.SMOKE ? 1 : jvms;
  }

  /** By {@code rounds} of a file. */
  public static int rounds(Parameters parameters, Scale scale) {
    int rounds = scale == Scale.FULL ? ROUNDS_FOR_THE_RECORD : ROUNDS_TO_LOOK;
    return parameters.whole("rounds", rounds, 1, MOST_ROUNDS);
  }

  /** Of so many servers in turns, whose slots are so many times as long. */
  public Duration estimate(int servers, int times) {
    Duration each = ServerProcess.USUAL_START.plus(WarmUp.usual(warmUp));
    return each.multipliedBy((long) jvms * servers).plus(estimateOfRounds(servers * times));
  }

  /** Of so many slots a round, in JVMs that are warm. */
  public Duration estimateOfRounds(int slots) {
    return slot.multipliedBy((long) rounds * jvms * slots);
  }

  /** Of the looks for a capacity on each JVM. */
  public Duration estimateOfCapacity() {
    return look.multipliedBy((long) Capacity.LOOKS * jvms);
  }

  /** In words. */
  public String text() {
    return "%d JVM(s) with %d rounds of %s s each, after %s s of warm-up at most"
        .formatted(jvms, rounds, seconds(slot), seconds(warmUp));
  }

  /** A time as people read it. */
  public static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000.0);
  }
}
