import java.util.Collections;
import junit.framework.TestFailure;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/**
 * Runs a test of another project on a thread, which may be adopted: its {@code main}, or all that
 * JUnit 3 finds in it. Ends the process at once, with a line for each failure.
 */
public final class Launcher {
  private Launcher() {}

  public static void main(String[] arguments) {
    new Thread(() -> Runtime.getRuntime().halt(run(arguments)), "launcher").start();
  }

  private static int run(String[] arguments) {
    try {
      Class<?> test = Class.forName(arguments[1]);
      if (arguments[0].equals("main")) {
        test.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        return 0;
      }
      TestResult result = new TestResult();
      new TestSuite(test).run(result);
      for (TestFailure failure : Collections.list(result.errors())) {
        tell(failure);
      }
      for (TestFailure failure : Collections.list(result.failures())) {
        tell(failure);
      }
      System.out.println("RUN " + result.runCount());
      return result.wasSuccessful() ? 0 : 1;
    } catch (Throwable failure) {
      failure.printStackTrace();
      return 1;
    }
  }

  private static void tell(TestFailure failure) {
    String test = failure.failedTest().toString().replaceFirst("\\(.*", "");
    String why = String.valueOf(failure.thrownException()).lines().findFirst().orElse("");
    System.out.println("FAILED " + test + " " + why);
  }
}
