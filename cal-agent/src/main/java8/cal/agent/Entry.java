package cal.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * Where a JVM enters the agent's jar, as an agent or as a program. Compiled for Java 8, unlike all
 * else, so that an older Java gets a sentence and no {@link UnsupportedClassVersionError}.
 */
public final class Entry {
  private static final int NEEDED = 25;

  private Entry() {}

  /**
   * Weaves the server of this process: {@code -javaagent:cal.jar}.
   *
   * @param options none: settings are system properties, and an option without effect is a mistake
   * @param instrumentation given by the JVM
   */
  public static void premain(String options, Instrumentation instrumentation) {
    requireJava();
    if (options != null && !options.trim().isEmpty()) {
      throw end(
          "-javaagent:cal.jar="
              + options
              + " has no effect, since settings are system properties; write -javaagent:cal.jar and"
              + " -Dcal.config=cal.yaml or -Dcal.model=virtual");
    }
    call("cal.agent.load.LoadTimeAgent", "start", Instrumentation.class, instrumentation);
  }

  /**
   * The same for a runnable jar whose manifest has {@code Launcher-Agent-Class}.
   *
   * @param options none
   * @param instrumentation given by the JVM
   */
  public static void agentmain(String options, Instrumentation instrumentation) {
    premain(options, instrumentation);
  }

  /**
   * The command line.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    requireJava();
    call("cal.cli.Cal", "main", String[].class, arguments);
  }

  private static void requireJava() {
    String version = System.getProperty("java.specification.version");
    int feature = version.startsWith("1.") ? 8 : Integer.parseInt(version);
    if (feature < NEEDED) {
      throw end(
          "this is Java "
              + version
              + ", and CAL needs Java "
              + NEEDED
              + " or later; start the server by the java of a newer JDK");
    }
  }

  private static IllegalStateException end(String sentence) {
    System.err.println("cal: " + sentence);
    Runtime.getRuntime().halt(2);
    return new IllegalStateException(sentence);
  }

  /** By its name: the JVM must not see a newer class before Java is known to be new enough. */
  private static void call(String type, String method, Class<?> parameter, Object argument) {
    try {
      Class.forName(type).getMethod(method, parameter).invoke(null, argument);
    } catch (InvocationTargetException failure) {
      throw new IllegalStateException(failure.getCause());
    } catch (ReflectiveOperationException gone) {
      throw new IllegalStateException("cal.jar is damaged; build it again", gone);
    }
  }
}
