package cal.bench.server;

import cal.bench.BuildLayout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the servers of the sample orb-adapter are: the woven one, and JacORB as it is. Neither is
 * on the class path of this program, which has the upload sample's binding: each has one of its
 * own. Stateless.
 */
public final class OrbServers {
  /** The model that is none: JacORB as it is. */
  public static final String STOCK = "none";

  /** The main class of both. */
  public static final String MAIN = "cal.sample.orb.Main";

  private static final String UPLOAD_SAMPLE = "sample-upload-server";

  private OrbServers() {}

  /** The class path of a server, folders and jars. */
  public static List<Path> classPath(boolean stock) {
    Path home = home();
    List<Path> path = new ArrayList<>(jars(home.resolve(stock ? "stock" : "woven")));
    path.addAll(jars(home));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path file = Path.of(entry).toAbsolutePath();
      if (file.equals(BuildLayout.own()) && Files.isRegularFile(file)) {
        path.addAll(jars(BuildLayout.built().resolve("lib")));
      } else {
        path.add(file);
      }
    }
    path.removeIf(file -> file.toString().contains(UPLOAD_SAMPLE) && !file.startsWith(home));
    return path;
  }

  /** The same as one word. */
  public static String classPathText(boolean stock) {
    return String.join(File.pathSeparator, classPath(stock).stream().map(Path::toString).toList());
  }

  /** The classes of a server, for this process. */
  public static ClassLoader loader(boolean stock) {
    List<URL> urls = new ArrayList<>();
    try {
      for (Path path : classPath(stock)) {
        urls.add(path.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
    return new URLClassLoader(
        "orb", urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** Whether the build has made them. */
  public static boolean areBuilt() {
    return Files.isDirectory(home());
  }

  private static Path home() {
    return BuildLayout.built().resolve("orb");
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the servers of the ORB are not built; 'mvn package'", e);
    }
  }
}
