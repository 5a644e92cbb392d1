package cal.agent.load;

import cal.agent.weaving.Exit;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.Enumeration;
import java.util.jar.Manifest;

/**
 * The main class of an executable jar that weaves itself: makes sure that its agent ({@code
 * Launcher-Agent-Class}) has run, which a Java without the module {@code java.instrument} leaves
 * out without a word, and becomes the server. For the thread that starts the process.
 */
public final class WovenMain {
  /** Names the server's own main class in the jar's manifest. */
  public static final String SERVER = "Cal-Main-Class";

  /** Known here, since the agent's own class cannot be loaded where there are no agents. */
  private static boolean agentRan;

  private WovenMain() {}

  /** Notes that the agent runs; whether it did before. */
  static boolean agentRuns() {
    boolean before = agentRan;
    agentRan = true;
    return before;
  }

  /**
   * Runs the server's {@code main} on this thread.
   *
   * @param arguments the server's
   * @throws Throwable what the server's {@code main} throws
   */
  public static void main(String[] arguments) throws Throwable {
    if (!agentRan) {
      throw Exit.with(
          "the server would run unwoven: this Java has started no agent; start the jar by java"
              + " -jar, with a Java that has the module java.instrument");
    }
    String server = server();
    try {
      Method main =
          Class.forName(server, true, ClassLoader.getSystemClassLoader())
              .getMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    } catch (ReflectiveOperationException wrong) {
      throw Exit.with(
          SERVER
              + ": "
              + server
              + " cannot be started: "
              + wrong
              + "; name a class with a public static main");
    }
  }

  private static String server() throws IOException {
    Enumeration<URL> manifests =
        ClassLoader.getSystemClassLoader().getResources("META-INF/MANIFEST.MF");
    while (manifests.hasMoreElements()) {
      try (var in = manifests.nextElement().openStream()) {
        String server = new Manifest(in).getMainAttributes().getValue(SERVER);
        if (server != null) {
          return server;
        }
      }
    }
    throw Exit.with("no manifest has " + SERVER + "; name the server's main class there");
  }
}
