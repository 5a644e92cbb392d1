package cal.cli.server;

import cal.cli.support.BuildLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** The web server, woven and plain. Each has a class path of its own. Stateless. */
public final class WebServers {
  /** The main class. */
  public static final String MAIN = "cal.sample.web.Main";

  /** The main class over a proactor, on the class path of the plain server. */
  public static final String PROACTIVE = "cal.cli.proactive.ProactiveMain";

  private WebServers() {}

  /** The class path, as a single word. */
  public static String classPathText() {
    return OwnClassPath.of(home()).text();
  }

  /** The class path of the plain server, as a single word. */
  public static String plainClassPathText() {
    return OwnClassPath.of(home().resolve("plain")).text();
  }

  /** The classes of the plain server, for this process. */
  public static ClassLoader plainLoader() {
    return OwnClassPath.of(home().resolve("plain")).loader("web");
  }

  /** The classes, for this process. */
  public static ClassLoader loader() {
    return OwnClassPath.of(home()).loader("web");
  }

  /** Whether the build has made the server. */
  public static boolean isBuilt() {
    return Files.isDirectory(home());
  }

  private static Path home() {
    return BuildLayout.built().resolve("web");
  }
}
