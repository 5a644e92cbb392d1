package cal.bench.tournament;

import cal.bench.experiment.Parameters;
import cal.cli.load.Pace;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load on all servers of a case: as much as their clients can ask in a closed loop, or so much
 * a second in an open one. Immutable.
 *
 * @param amount in its unit; 0 for a closed loop
 */
public record Offer(double amount, Unit unit) {
  /** The unit of an amount. */
  public enum Unit {
    /** Requests a second. */
    REQUESTS,
    /** Percent of the least capacity. */
    OF_THE_LEAST,
    /** Percent of the mean capacity of the first two servers: the baseline, and it again. */
    OF_THE_BASELINE
  }

  /** A closed loop. */
  public static final Offer CLOSED = new Offer(0, Unit.REQUESTS);

  private static final Pattern RATE = Pattern.compile("(\\d{1,6}(?:\\.\\d+)?)(%?)");
  private static final long SEED = 1;

  /** By {@code rate} of a file, as {@code 2000} or {@code 60%}; {@code none} for a closed loop. */
  public static Offer of(Parameters parameters, Turns turns) {
    String text = parameters.text("rate", turns.alone() ? "none" : "60%");
    if (text.equals("none")) {
      return CLOSED;
    }
    Matcher rate = RATE.matcher(text);
    if (!rate.matches() || Double.parseDouble(rate.group(1)) == 0) {
      throw parameters.mistake(
          "rate",
          "rate="
              + text
              + " is none; write requests a second, as 2000, or a part of the slowest"
              + " server's capacity, as 60%, or none for a closed loop");
    }
    if (turns.alone()) {
      throw parameters.mistake(
          "rate", "servers that live alone are asked in a closed loop; write rate: none");
    }
    return new Offer(
        Double.parseDouble(rate.group(1)),
        rate.group(2).isEmpty() ? Unit.REQUESTS : Unit.OF_THE_LEAST);
  }

  public boolean isOpen() {
    return amount > 0;
  }

  /** Requests a second of servers with such capacities. */
  double perSecond(List<Double> capacities) {
    return switch (unit) {
      case REQUESTS -> amount;
      case OF_THE_LEAST -> amount / 100 * Collections.min(capacities);
      case OF_THE_BASELINE -> amount / 100 * (capacities.get(0) + capacities.get(1)) / 2;
    };
  }

  /** The same arrivals for all servers. */
  static Pace pace(double perSecond) {
    return new Pace.Arriving(perSecond, SEED);
  }

  /** In words. */
  public String text() {
    return unit == Unit.REQUESTS
        ? "%,.0f requests a second".formatted(amount)
        : "%.0f%% of the least capacity".formatted(amount);
  }
}
