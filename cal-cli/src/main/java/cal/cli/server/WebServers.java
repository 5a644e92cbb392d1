package cal.cli.server;

import cal.cli.support.BuildLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** The web server, woven and plain. Each has a class path of its own. Stateless. */
public final class WebServers {
  /** The main class. */
  public static final String MAIN = "cal.sample.web.Main";

  private WebServers() {}

  /** The class path, as a single word. */
  public static String classPathText() {
    return OwnClassPath.of(home()).text();
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
