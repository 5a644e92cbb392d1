package cal.cli.server;

import cal.cli.support.BuildLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The servers of the sample orb-adapter: the woven server, and unchanged JacORB. Each has a class
 * path of its own. Stateless.
 */
public final class OrbServers {
  /** The name in place of a model: unchanged JacORB. */
  public static final String STOCK = "none";

  /** The main class of both. */
  public static final String MAIN = "cal.sample.orb.Main";

  private OrbServers() {}

  /** The class path of a server, folders and jars. */
  public static List<Path> classPath(boolean stock) {
    return path(stock).entries();
  }

  /** The same as a single word. */
  public static String classPathText(boolean stock) {
    return path(stock).text();
  }

  /** The classes of a server, for this process. */
  public static ClassLoader loader(boolean stock) {
    return path(stock).loader("orb");
  }

  /** Whether the build has made the servers. */
  public static boolean areBuilt() {
    return Files.isDirectory(home());
  }

  private static OwnClassPath path(boolean stock) {
    return OwnClassPath.of(home().resolve(stock ? "stock" : "woven"), home());
  }

  private static Path home() {
    return BuildLayout.built().resolve("orb");
  }
}
