package cal.test;

import cal.core.CalRuntime;
import cal.core.internal.engine.Engine;
import cal.core.internal.start.Bootstrap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The program of a JVM for a test under a model. Not thread-safe. */
final class TestProcess implements TestExecutionListener {
  private static final String ENGINE = "[engine:junit-jupiter]";
  private static boolean isThis;

  private final List<Throwable> failures = new ArrayList<>();
  private int passed;

  private TestProcess() {}

  /** Whether this process runs the test itself. */
  static boolean isThis() {
    return isThis;
  }

  /** The model of this process. */
  static String model() {
    return System.getProperty("cal.model");
  }

  /**
   * Runs a test.
   *
   * @param arguments the unique id of the test, and the file for the outcome
   */
  public static void main(String[] arguments) throws Exception {
    isThis = true;
    new Outcome(run(arguments[0])).write(Path.of(arguments[1]));
    System.exit(0);
  }

  private static Optional<Throwable> run(String test) {
    TestProcess listener = new TestProcess();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectUniqueId(test.substring(test.lastIndexOf(ENGINE))))
            .build();
    LauncherConfig alone =
        LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build();
    LauncherFactory.create(alone).execute(request, listener);
    return listener.outcome(test);
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    result.getThrowable().ifPresent(failures::add);
    if (identifier.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
      passed++;
    }
  }

  private Optional<Throwable> outcome(String test) {
    Optional<String> mistake = Optional.ofNullable(Bootstrap.runtime()).flatMap(Engine::mistake);
    if (mistake.isPresent()) {
      failures.addFirst(new AssertionError(mistake.get())); // whatever the test saw comes of it
    }
    if (!failures.isEmpty()) {
      Throwable first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      return Optional.of(first);
    }
    if (passed != 1) {
      return Optional.of(new AssertionError(passed + " tests were run for " + test));
    }
    if (CalRuntime.current().isEmpty()) {
      return Optional.of(
          new AssertionError(
              "no binding was loaded, so the test has tested the server unwoven; put the"
                  + " woven classes on its class path"));
    }
    return Optional.empty();
  }
}
