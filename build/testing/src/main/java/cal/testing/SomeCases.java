package cal.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test whose cases take a process each: a build runs one case of so many, beside the tests that
 * measure all run. The first case differs between tests, so that their models are all met.
 */
@Tag("cases")
@ExtendWith(SomeCases.Turn.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SomeCases {
  /**
   * How many cases there are to one that runs.
   *
   * @return at least 2
   */
  int of() default 3;

  /** Takes its turn by the number of a case. */
  final class Turn implements ExecutionCondition {
    private static final Pattern NUMBER = Pattern.compile(".*-invocation:#(\\d+)\\]");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      Matcher number = NUMBER.matcher(context.getUniqueId());
      if (Boolean.getBoolean("cases.all") || !number.matches()) {
        return ConditionEvaluationResult.enabled("all cases, or no case");
      }
      int of =
          AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), SomeCases.class)
              .orElseThrow()
              .of();
      int turn = Integer.parseInt(number.group(1)) + context.getRequiredTestMethod().hashCode();
      return Math.floorMod(turn, of) == 0
          ? ConditionEvaluationResult.enabled("its turn")
          : ConditionEvaluationResult.disabled("one case of " + of + "; -Dcases.all=true runs all");
    }
  }
}
