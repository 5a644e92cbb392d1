package cal.simulation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs tests that are to fail, as JUnit does. Stateless. */
final class Failures {
  private Failures() {}

  /** Returns the message of a test that does not pass: a failure, or an assumption. */
  static String of(Class<?> type, String method) {
    List<String> messages =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .selectors(selectMethod(type, method))
            .execute()
            .testEvents()
            .finished()
            .stream()
            .filter(
                event ->
                    !event
                        .getRequiredPayload(TestExecutionResult.class)
                        .getStatus()
                        .equals(Status.SUCCESSFUL))
            .map(
                event ->
                    event
                        .getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow()
                        .getMessage())
            .toList();
    if (messages.size() != 1) {
      throw new AssertionError(method + " failed " + messages.size() + " times");
    }
    return messages.getFirst();
  }
}
