package cal.cli.server;

import cal.cli.support.BuildLayout;
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
 * The class path of a sample off this program's class path, which has the upload sample's binding.
 * Immutable.
 *
 * @param entries folders and jars
 */
record OwnClassPath(List<Path> entries) {
  private static final String UPLOAD_SAMPLE = "sample-upload-server";

  /** The jars of some folders, a sample's home last, and then CAL's jars. */
  static OwnClassPath of(Path... folders) {
    List<Path> path = new ArrayList<>();
    for (Path folder : folders) {
      path.addAll(jars(folder));
    }
    Path home = folders[folders.length - 1];
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path file = Path.of(entry).toAbsolutePath();
      if (isOwnJar(file)) {
        path.addAll(jars(BuildLayout.built().resolve("lib")));
      } else {
        path.add(file);
      }
    }
    path.removeIf(file -> file.toString().contains(UPLOAD_SAMPLE) && !file.startsWith(home));
    return new OwnClassPath(List.copyOf(path));
  }

  /** The JVM follows links to the origin of classes, and leaves the links in the class path. */
  private static boolean isOwnJar(Path file) {
    try {
      return Files.isRegularFile(file) && Files.isSameFile(file, BuildLayout.own());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same as a single word. */
  String text() {
    return String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
  }

  /** The classes, for this process. */
  ClassLoader loader(String name) {
    List<URL> urls = new ArrayList<>();
    try {
      for (Path path : entries) {
        urls.add(path.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
    return new URLClassLoader(name, urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the servers are not built; 'mvn package' does it", e);
    }
  }
}
