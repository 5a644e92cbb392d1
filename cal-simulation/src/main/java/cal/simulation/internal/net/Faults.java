package cal.simulation.internal.net;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * How rough the network is. Immutable.
 *
 * @param resetOneIn one connection in so many is reset, at a byte by chance; 0 for none
 * @param resetWithin the reset comes within so many bytes of one direction
 * @param refuseOneIn one connection in so many is refused; 0 for none
 * @param delayMillis the longest time on the way
 * @param buffer the bytes that one direction holds until they are read
 * @param plan faults at fixed places, beside those by chance
 */
public record Faults(
    int resetOneIn, int resetWithin, int refuseOneIn, int delayMillis, int buffer, Plan plan)
    implements Serializable {
  private static final int NANOS_OF_MILLI = 1_000_000;
  private static final int MOST_MILLIS = Integer.MAX_VALUE / NANOS_OF_MILLI;

  /** No faults at fixed places. */
  public static final Plan NO_PLAN = new Plan(Map.of(), Map.of(), List.of());

  /**
   * Faults at fixed places. The first connection of a run has the number 1.
   *
   * @param resets by the number of the connection
   * @param late the nanoseconds until a connection is made, by its number; -1 for a refusal
   * @param partitions times without a network
   */
  public record Plan(
      Map<Integer, Reset> resets, Map<Integer, Long> late, List<Partition> partitions)
      implements Serializable {
    /** Copies all. */
    public Plan {
      resets = Map.copyOf(resets);
      late = Map.copyOf(late);
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * A reset, or a half-close.
   *
   * @param toServer the direction
   * @param bytes that arrive before
   * @param half whether this direction ends, and the other goes on
   */
  public record Reset(boolean toServer, long bytes, boolean half) implements Serializable {}

  /**
   * A time in which nothing arrives at the connections of a port.
   *
   * @param port of the server; 0 for all
   * @param fromNanos the begin
   * @param untilNanos the end
   */
  public record Partition(int port, long fromNanos, long untilNanos) implements Serializable {
    boolean includes(int asked, long time) {
      return (port == 0 || port == asked) && fromNanos <= time && time < untilNanos;
    }
  }

  /** Checks the numbers. */
  public Faults {
    boolean inTime = delayMillis >= 1 && delayMillis <= MOST_MILLIS;
    if (resetOneIn < 0 || resetWithin < 1 || refuseOneIn < 0 || !inTime || buffer < 1) {
      throw new IllegalArgumentException(
          ("the network: resetOneIn=%d and refuseOneIn=%d are 0 or more, resetWithin=%d and"
                  + " buffer=%d 1 or more, a delay of %d ms from 1 to %d")
              .formatted(resetOneIn, refuseOneIn, resetWithin, buffer, delayMillis, MOST_MILLIS));
    }
  }

  int delayNanos() {
    return delayMillis * NANOS_OF_MILLI;
  }
}
