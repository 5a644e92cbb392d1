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
 * properties of this JVM. So the test, the methods around each test, and the failures are as ever.
 * This JVM runs only constructors, {@code @BeforeAll}, {@code @AfterAll} and extensions of the test
 * class; start servers in {@code @BeforeEach} or in the test. Where nothing on the class path is
 * woven, the test fails before any run, unless {@link #java} has an agent. A run without a binding
 * fails: the server would be unwoven. On event loops, a run fails where a step does not begin with
 * the promised input ({@code awaits}); {@code cal.reactive.call-left-after} is 200 ms there. A
 * failure has the model in the message.
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
   * @return names of models; by default all models of the class path, {@code sequential} among the
   *     rest
   */
  String[] value() default {};

  /**
   * Models to leave out.
   *
   * @return for example {@code sequential}, for a test with clients that need each other
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
   * @return for example {@code -javaagent:cal.jar} for a server woven at load time
   */
  String[] java() default {};

  /**
   * The longest time of a run, with the start of the JVM.
   *
   * @return seconds, after which the JVM is killed
   */
  int timeoutSeconds() default 60;
}
