package cal.simulation.internal.disk;

import java.io.Serializable;

/**
 * How rough the machine of a server is. Immutable.
 *
 * @param space bytes of all files that a run changes, after which none has room
 * @param fullOneIn one write in so many that needs room finds none; 0 for none
 * @param failedSyncOneIn one sync in so many fails; 0 for none
 * @param crashes how often the server crashes; 0 for never
 * @param crashNanos the virtual time of the first crash since its start; 0 for a place by the seed
 * @param downMillis the longest time until the server starts again
 */
public record DiskFaults(
    int space, int fullOneIn, int failedSyncOneIn, int crashes, long crashNanos, int downMillis)
    implements Serializable {
  /** The space where nothing is said. */
  public static final int SPACE = 1 << 28;

  /** Checks the numbers. */
  public DiskFaults {
    boolean counts = fullOneIn >= 0 && failedSyncOneIn >= 0 && crashes >= 0 && crashNanos >= 0;
    if (!counts || space < 0 || downMillis < 1) {
      throw new IllegalArgumentException(
          ("the machine: crashes=%d, fullOneIn=%d, failedSyncOneIn=%d and space=%d are 0 or more,"
                  + " downMillis=%d 1 or more")
              .formatted(crashes, fullOneIn, failedSyncOneIn, space, downMillis));
    }
  }
}
