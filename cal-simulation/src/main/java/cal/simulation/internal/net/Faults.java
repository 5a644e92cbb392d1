package cal.simulation.internal.net;

import java.io.Serializable;

/**
 * How rough the network is. Immutable.
 *
 * @param resetOneIn one connection in so many is reset, at a byte by chance; 0 for none
 * @param resetWithin the reset comes within so many bytes of one direction
 * @param refuseOneIn one connection in so many is refused; 0 for none
 * @param delayNanos the longest time on the way
 * @param buffer the bytes that one direction holds until they are read
 */
public record Faults(int resetOneIn, int resetWithin, int refuseOneIn, int delayNanos, int buffer)
    implements Serializable {
  /** Checks the numbers. */
  public Faults {
    if (resetOneIn < 0 || resetWithin < 1 || refuseOneIn < 0 || delayNanos < 1 || buffer < 1) {
      throw new IllegalArgumentException(
          ("@Network: resetOneIn=%d and refuseOneIn=%d are 0 or more, resetWithin=%d, a delay of %d"
                  + " ns and buffer=%d 1 or more")
              .formatted(resetOneIn, refuseOneIn, resetWithin, delayNanos, buffer));
    }
  }
}
