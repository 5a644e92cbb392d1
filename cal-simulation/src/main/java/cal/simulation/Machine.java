package cal.simulation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How rough the machine of a {@link SimulatedServer} is, and its disk. All is by chance, by the
 * seed. Faults of the disk are for all files of a test without such a server.
 */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Machine {
  /**
   * Crashes, as without power: threads end at once, and files lose what was not synced.
   *
   * @return how often, each at a place by the seed; 0 for never
   */
  int crashes() default 0;

  /**
   * The longest time until the server starts again, on the same disk.
   *
   * @return virtual milliseconds
   */
  int downMillis() default 100;

  /**
   * Failed syncs: {@code force} and {@code sync} throw, and what they were to keep is lost.
   *
   * @return one sync in so many fails; 0 for none
   */
  int failedSyncOneIn() default 0;

  /**
   * Writes without room.
   *
   * @return one write in so many that needs room has none; 0 for none
   */
  int fullOneIn() default 0;

  /**
   * The bytes of all files that the run changes.
   *
   * @return bytes, after which no write has room
   */
  int space() default 1 << 28;
}
