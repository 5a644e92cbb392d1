package cal.cli.command;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Limits of options, each broken one told in a sentence. Stateless. */
final class Options {
  private static final double LONGEST_SECONDS = 86_400;

  private Options() {}

  /** A time above zero, at most a day. */
  static Duration seconds(CommandSpec spec, String name, double value) {
    if (!(value > 0 && value <= LONGEST_SECONDS)) {
      throw mistake(spec, name + "=" + value + " must be above 0, and at most a day of seconds");
    }
    return Duration.ofNanos((long) (value * 1e9));
  }

  /** Zero or a time above, at most a day. */
  static Duration secondsOrNone(CommandSpec spec, String name, double value) {
    return value == 0 ? Duration.ZERO : seconds(spec, name, value);
  }

  /** A setting of CAL, by its name. */
  static void setting(CommandSpec spec, String key, String value) {
    if (!key.startsWith("cal.")) {
      throw mistake(
          spec, "--set " + key + "=" + value + ": settings of CAL begin with cal., so add that");
    }
  }

  static ParameterException mistake(CommandSpec spec, String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
