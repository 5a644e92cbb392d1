package cal.weave.support;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The class files of folders and jars. Stateless. */
public final class ClassFiles {
  private static final String ENDING = ".class";

  private ClassFiles() {}

  /** Whether a file is a class; versions for other releases, and module descriptors, are none. */
  public static boolean isClass(Path file) {
    String name = file.toString();
    return name.endsWith(ENDING)
        && !name.contains("META-INF")
        && !name.endsWith("module-info.class");
  }

  /** The class files below a folder, in order. */
  public static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(ClassFiles::isClass).sorted().toList();
    }
  }

  /** The classes of a folder or jar, by name with dots; none of another file. */
  public static Map<String, byte[]> in(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return read(path);
    }
    if (!Files.exists(path) || !isJar(path)) {
      return Map.of();
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return read(jar.getPath("/"));
    }
  }

  private static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (Path file : below(folder)) {
      String path = folder.relativize(file).toString().replace('\\', '/');
      String name = path.substring(0, path.length() - ENDING.length()).replace('/', '.');
      classes.put(name, Files.readAllBytes(file));
    }
    return classes;
  }

  /**
   * Copies the classes of a folder, or a whole jar, some of them changed.
   *
   * @param changed by name with dots
   * @param without the names of classes left out
   * @param to the copy, without {@code .jar}
   */
  public static void copy(
      Path from, Map<String, byte[]> changed, Collection<String> without, Path to)
      throws IOException {
    if (Files.isDirectory(from)) {
      Files.createDirectories(to);
      for (Path file : below(from)) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      change(to, changed, without);
      return;
    }
    Files.createDirectories(to.getParent());
    Path copy = to.resolveSibling(to.getFileName() + ".jar");
    Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      change(jar.getPath("/"), changed, without);
    }
  }

  private static void change(Path root, Map<String, byte[]> changed, Collection<String> without)
      throws IOException {
    write(changed, root);
    for (String name : without) {
      Files.delete(file(root, name));
    }
  }

  /** Writes classes, by name with dots. */
  public static void write(Map<String, byte[]> classes, Path root) throws IOException {
    for (Map.Entry<String, byte[]> one : classes.entrySet()) {
      Path file = file(root, one.getKey());
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.write(file, one.getValue());
    }
  }

  private static Path file(Path root, String name) {
    return root.resolve(name.replace('.', '/') + ENDING);
  }

  private static boolean isJar(Path path) {
    return path.toString().endsWith(".jar");
  }
}
