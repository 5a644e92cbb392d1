package cal.simulation;

import cal.simulation.spi.RandomStalls;
import cal.simulation.spi.Strategy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test once for each seed, in place of {@code @Test}: its server, its clients, its time and
 * its network in one deterministic run. The test starts server and clients as ordinary code, with
 * platform or virtual threads, and sockets or channels.
 *
 * <p>All seeds of a test share a JVM of their own, where static state is new for each seed;
 * {@code @BeforeEach} and {@code @AfterEach} run there too, all else of JUnit in the JVM of the
 * build. The test has no parameters, its class a constructor without any.
 *
 * <p>Files that the test writes are in memory, and new for each seed; others are read as they are.
 *
 * <p>A failure prints the seed, the last switches of threads with both stacks, and how to replay
 * the run. No failure is no proof: other seeds, other places of preemption and the reordering of
 * plain memory are not tried. A process and native code are refused.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(SimulationExtension.class)
public @interface Simulated {
  /** No seed. */
  long NONE = Long.MIN_VALUE;

  /**
   * The number of seeds, from 1.
   *
   * @return at least 1
   */
  int seeds() default 100;

  /**
   * The only seed, to replay a failure.
   *
   * @return a seed, or {@link #NONE} for {@link #seeds}
   */
  long seed() default NONE;

  /**
   * The packages of the classes under test, with those below. Their threads may be preempted at
   * each access to a field or an array, other threads where they wait.
   *
   * @return names; by default the package of the test
   */
  String[] packages() default {};

  /**
   * The order of threads.
   *
   * @return a class with a public constructor for a {@link cal.simulation.spi.Chance}
   */
  Class<? extends Strategy> strategy() default RandomStalls.class;

  /**
   * The network.
   *
   * @return by default no resets and no refusals
   */
  Network network() default @Network;

  /**
   * The machine of a {@link SimulatedServer}, and its disk.
   *
   * @return by default no crashes and no failures
   */
  Machine machine() default @Machine;

  /**
   * Whether a thread, a listening port or a connection that is left 10 s after the test is a
   * failure. Daemons may stay.
   *
   * @return by default not
   */
  boolean nothingLeft() default false;

  /**
   * The virtual time that no run takes.
   *
   * @return seconds
   */
  int limitSeconds() default 3600;

  /**
   * The real time that all seeds take at most.
   *
   * @return seconds
   */
  int timeoutSeconds() default 120;

  /**
   * More options of {@code java}. Assertions are on; a run begins tomorrow at midnight.
   *
   * @return for example {@code -da}, or {@code -Dsimulation.date=2026-11-28} for another day
   */
  String[] java() default {};
}
