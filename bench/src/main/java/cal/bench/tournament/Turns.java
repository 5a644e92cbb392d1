package cal.bench.tournament;

import cal.bench.experiment.Parameters;
import java.time.Duration;
import java.util.List;

/**
 * How the servers of a case come to their slots. Immutable.
 *
 * @param alone whether a server lives alone, with its clocks going on; else all are alive, and held
 *     outside their slots
 * @param settle of a server that lives alone, from the change of the load to the first slot
 */
public record Turns(boolean alone, Duration settle) {
  private static final Duration SMOKE = Duration.ofMillis(500);

  /** By {@code turns} and {@code settle} of a file. */
  public static Turns of(Parameters parameters, boolean smoke) {
    boolean alone = parameters.one("turns", "held", List.of("held", "alone")).equals("alone");
    Duration settle = parameters.seconds("settle", 2);
    return new Turns(alone, smoke ? SMOKE : settle);
  }
}
