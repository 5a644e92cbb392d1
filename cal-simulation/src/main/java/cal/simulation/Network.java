package cal.simulation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How rough the simulated network is. All is by chance, by the seed. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Network {
  /**
   * Resets.
   *
   * @return one connection in so many is reset at a byte of one direction; 0 for none
   */
  int resetOneIn() default 0;

  /**
   * The place of a reset.
   *
   * @return the reset comes within so many bytes
   */
  int resetWithin() default 64;

  /**
   * Refusals.
   *
   * @return one connection in so many is refused; 0 for none
   */
  int refuseOneIn() default 0;

  /**
   * The longest time on the way.
   *
   * @return virtual milliseconds
   */
  int delayMillis() default 2;

  /**
   * The bytes of a direction that wait to be read.
   *
   * @return bytes, after which a write waits
   */
  int buffer() default 65_536;
}
