package cal.weave;

import cal.weave.binding.BindingFile;
import cal.weave.record.Cuts;
import cal.weave.support.ClassFiles;
import cal.weave.support.Scope;
import cal.weave.support.ServerClasses;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The classes of a build as its file of bindings wants them before ajc: copies of the plain folders
 * and jars, with loops cut into steps, monitors turned into critical regions, and without the
 * classes that are not to be woven. The plain classes stay as they are. For a single thread.
 */
final class CutClasses {
  /** The lines for the record. */
  static final String LINES = "record.txt";

  private static final String WEAVE = "weave of cal.yaml";

  private final BindingFile bindings;
  private final List<Path> inpath;

  /** The classes to weave; empty for all. */
  private final Scope scope;

  /** The settings of the artifact. */
  private final Properties settings = new Properties();

  private CutClasses(BindingFile bindings, List<Path> inpath) {
    this.bindings = bindings;
    this.inpath = inpath;
    this.scope = Scope.of(bindings.weave(), WEAVE);
  }

  /**
   * Writes the n-th folder or jar as {@code n} or {@code n.jar} where something of it is changed.
   *
   * @param inpath folders and jars to weave; the first one has the settings
   * @param classPath of the server
   * @param unwoven the folder for classes that are not to be woven
   * @param to an empty folder
   */
  static void write(
      BindingFile bindings, List<Path> inpath, List<Path> classPath, Path unwoven, Path to)
      throws IOException {
    CutClasses classes = new CutClasses(bindings, inpath);
    classes.readSettings();
    List<URL> urls = new ArrayList<>();
    for (Path one : Stream.concat(inpath.stream(), classPath.stream()).toList()) {
      urls.add(one.toUri().toURL());
    }
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new))) {
      classes.write(
          new Cuts(bindings.built(), aspect -> Cuts.policy(aspect, classes.settings), loader),
          classPath,
          unwoven,
          to);
    }
  }

  private void readSettings() throws IOException {
    Path file = inpath.getFirst().resolve("cal.properties");
    if (Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        settings.load(in);
      }
    }
    settings.putAll(bindings.settings());
  }

  private void write(Cuts cuts, List<Path> classPath, Path unwoven, Path to) throws IOException {
    if (cuts.isEmpty() && scope.isEmpty()) {
      return;
    }
    Map<String, byte[]> plain = new LinkedHashMap<>();
    for (int i = 0; i < inpath.size(); i++) {
      Map<String, byte[]> own = ClassFiles.in(inpath.get(i));
      Map<String, byte[]> changed = new LinkedHashMap<>();
      Map<String, byte[]> others = new LinkedHashMap<>();
      own.forEach(
          (name, bytes) -> {
            boolean woven = scope.isEmpty() || scope.includes(name);
            byte[] cut = woven ? cuts.cut(name, bytes) : bytes;
            if (!woven) {
              others.put(name, bytes);
            } else if (cut != bytes) {
              changed.put(name, cut);
            }
          });
      own.forEach(plain::putIfAbsent);
      if (!changed.isEmpty() || !others.isEmpty()) {
        ClassFiles.copy(inpath.get(i), changed, others.keySet(), to.resolve(String.valueOf(i)));
        ClassFiles.write(others, unwoven);
      }
    }
    scope.requireMatches(plain.keySet(), WEAVE);
    if (!cuts.isEmpty()) {
      cuts.require(plain.values(), () -> all(plain, classPath));
      Files.createDirectories(to);
      Files.write(to.resolve(LINES), cuts.lines());
    }
  }

  private static Collection<byte[]> all(Map<String, byte[]> plain, List<Path> classPath) {
    Map<String, byte[]> all = new LinkedHashMap<>(plain);
    try {
      for (Path one : classPath) {
        ClassFiles.in(one).forEach(all::putIfAbsent);
      }
    } catch (IOException failure) {
      throw new WeaveException("the class path cannot be read: " + failure.getMessage(), failure);
    }
    all.keySet().removeIf(name -> !ServerClasses.include(name));
    return all.values();
  }
}
