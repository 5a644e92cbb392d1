package cal.proactor;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * A processor of a proactor (the paper's AIO_Config, section 12). Immutable.
 *
 * @param provider the name of an {@link AioProvider}, or {@code auto}
 * @param leadership the kind of thread that waits for completions
 * @param inFlight the most operations of the device at a time; others are deferred
 * @param operations the kinds of operations, among the provider's
 */
public record AioConfig(
    String provider, Leadership leadership, int inFlight, Set<OperationCode> operations) {
  /** Which thread waits for the completions of a processor (section 7). */
  public enum Leadership {
    /** A caller of {@link Proactor#handleEvents}; other callers dispatch meanwhile. */
    SHARED,
    /** A thread of its own. */
    DEDICATED
  }

  /** Chooses the provider. */
  public static final String AUTO = "auto";

  private static final int MOST_IN_FLIGHT = 4096;

  public AioConfig {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(leadership, "leadership");
    operations = Set.copyOf(operations);
    if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
      throw new IllegalArgumentException(
          "inFlight=%d; give 1 to %d operations".formatted(inFlight, MOST_IN_FLIGHT));
    }
  }

  /** A processor for all kinds of operations, 256 of which are in flight at most. */
  public AioConfig(String provider, Leadership leadership) {
    this(provider, leadership, 256, EnumSet.allOf(OperationCode.class));
  }

  /**
   * The same with another limit.
   *
   * @param most operations in flight
   * @return the configuration
   */
  public AioConfig withInFlight(int most) {
    return new AioConfig(provider, leadership, most, operations);
  }

  /**
   * The same for some kinds of operations alone.
   *
   * @param some the kinds
   * @return the configuration
   */
  public AioConfig withOperations(Set<OperationCode> some) {
    return new AioConfig(provider, leadership, inFlight, some);
  }
}
