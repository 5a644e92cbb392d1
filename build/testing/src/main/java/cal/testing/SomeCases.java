package cal.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test whose cases take a process each: a build runs one case of so many, and the others run
 * beside the tests that measure. The first case differs between tests, so that their models are all
 * met.
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
    private static final String CASES = System.getProperty("cases", "some");
    private static final Pattern NUMBER = Pattern.compile(".*-invocation:#(\\d+)\\]");

    /**
     * The cases whose turn it is, of a class that has the tag {@code cases}.
     *
     * @param of how many there are to one that runs
     * @param all the cases, of parameters between commas
     * @return a part of them, in their order
     */
    public static List<Arguments> of(int of, String... all) {
      return IntStream.range(0, all.length)
          .filter(i -> isOn(CASES, i, of))
          .mapToObj(i -> Arguments.of((Object[]) all[i].split(", ")))
          .toList();
    }

    static boolean isOn(String cases, int turn, int of) {
      return cases.equals("all") || Math.floorMod(turn, of) == 0 == cases.equals("some");
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      Matcher number = NUMBER.matcher(context.getUniqueId());
      if (!number.matches()) {
        return ConditionEvaluationResult.enabled("no case");
      }
      int of =
          AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), SomeCases.class)
              .orElseThrow()
              .of();
      int turn = Integer.parseInt(number.group(1)) + context.getRequiredTestMethod().hashCode();
      return isOn(CASES, turn, of)
          ? ConditionEvaluationResult.enabled("its turn")
          : ConditionEvaluationResult.disabled(
              "one case of " + of + "; -Pmeasuring runs the others, -Dtest.cases=all runs each");
    }
  }
}
