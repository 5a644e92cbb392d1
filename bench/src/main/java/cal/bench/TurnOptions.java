package cal.bench;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How long an experiment measures. A mixin of commands; not thread-safe. */
final class TurnOptions {
  /** What is cited has at least so many rounds. */
  static final int ROUNDS_FOR_THE_RECORD = 15;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "in each of which each server has a turn; default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "of a turn; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "" + WarmUp.MOST,
      description = "seconds of load on each JVM before, at most; default: ${DEFAULT-VALUE}")
  private double warmUp;

  @Option(
      names = "--quick",
      description =
          "at most 5 rounds of 0.4 s after 1.5 s of warm-up: to see that all runs, not for the"
              + " record")
  private boolean quick;

  void validate(CommandSpec spec) {
    if (rounds < 1) {
      throw Options.mistake(spec, "--rounds=" + rounds + " must be 1 or more");
    }
    turn(spec);
    warmUp(spec);
  }

  boolean areForTheRecord() {
    return rounds() >= ROUNDS_FOR_THE_RECORD;
  }

  int rounds() {
    return quick ? Math.min(rounds, 5) : rounds;
  }

  Duration turn(CommandSpec spec) {
    return Options.seconds(spec, "--seconds", quick ? Math.min(seconds, 0.4) : seconds);
  }

  Duration warmUp(CommandSpec spec) {
    return Options.seconds(spec, "--warmup", quick ? Math.min(warmUp, 1.5) : warmUp);
  }
}
