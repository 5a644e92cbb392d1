package cal.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test of a woven server once under each model, in place of {@code @Test}.
 *
 * <p>Each run has a JVM of its own, opened for event loops, with the class path and the system
 * properties of this one; so the test, what comes before and after each test, and the failures are
 * as ever. In this JVM only constructors, {@code @BeforeAll} and {@code @AfterAll} of the test
 * class are run, and its extensions; start servers in {@code @BeforeEach} or in the test. Where
 * nothing on the class path is woven, the test fails before any run, unless {@link #java} has an
 * agent. A run that loads no binding fails: it would have tested the server unwoven. On event
 * loops, a run fails whose binding promises input that a step does not begin with ({@code awaits});
 * {@code cal.reactive.call-left-after} is 200 ms there. A failure has the model in its message.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ModelInvocations.class)
public @interface UnderEveryModel {
  /**
   * The models.
   *
   * @return their names; by default all that are on the class path, {@code sequential} among them
   */
  String[] value() default {};

  /**
   * Models to leave out.
   *
   * @return for example {@code sequential}, for a test whose clients need each other
   */
  String[] except() default {};

  /**
   * Settings of every run.
   *
   * @return for example {@code cal.thread-pool.size=2}
   */
  String[] settings() default {};

  /**
   * More options of {@code java}.
   *
   * @return for example {@code -javaagent:cal.jar} for a server that is woven at load time
   */
  String[] java() default {};

  /**
   * How long one run may take, its JVM's start included.
   *
   * @return seconds, after which that JVM is killed
   */
  int timeoutSeconds() default 60;
}
